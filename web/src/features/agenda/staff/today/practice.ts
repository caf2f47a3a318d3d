// Practice: an evening with invented people that lives in this page alone. It answers what the
// screen asks of the server, and sends nothing to it.
import type { components } from '../../../../api/schema.gen'
import type { Auth, User } from '../../../../auth/types'
import { aheadOf } from '../../../../staff/ahead'
import { momentOf } from '../../../../staff/localTime'
import { dayAt } from '../onDate'
import type { Person, Session, Today } from './model'
import { withTaps } from './model'
import type { Kept } from './taps'

type Schemas = components['schemas']
type Sent = Schemas['Tap']
type Done = Schemas['Done']

const names = ['Anja', 'Bart', 'Carla', 'Dirk', 'Emine', 'Frits', 'Hassan', 'Ilse']

/** Answers as the server would. */
export function practiceAuth(auth: Auth, user: User): Auth {
  const house = aheadOf(auth).then(ahead => new PracticeHouse(user, ahead))
  return Object.assign(Object.create(auth) as Auth, {
    fetch: async (input: string, init?: RequestInit) => (await house).answer(input, init),
  })
}

class PracticeHouse {
  private today: Today
  private version = 0
  private acts = 0
  private readonly before = new Map<string, Today>()

  constructor(
    user: User,
    private readonly ahead: number,
  ) {
    this.today = firstEvening(user, Date.now() + ahead)
  }

  answer(url: string, init: RequestInit = {}): Response {
    const path = url.split('?')[0]!
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    if (path === '/api/today') return this.day(new Headers(init.headers).get('if-none-match'))
    if (path === '/api/taps') return this.taps((body as { taps: Sent[] }).taps)
    if (path === '/api/desk-dates') return Response.json(this.deskDates())
    const on = path.match(/^\/api\/occurrences\/([^/]+)\/(people|unnamed)$/)
    if (on && init.method === 'POST')
      return on[2] === 'people'
        ? this.add(on[1]!, body as { name: string })
        : this.unnamed(on[1]!, body as { change: number })
    const give = path.match(/^\/api\/waitlist\/([^/]+)\/give$/)
    if (give) return this.give(give[1]!)
    const undo = path.match(/^\/api\/acts\/([^/]+)\/undo$/)
    if (undo) return this.undo(undo[1]!)
    return Response.json({ code: 'not_found' }, { status: 404 })
  }

  private day(known: string | null): Response {
    const etag = `"${this.version}"`
    if (known === etag) return new Response(null, { status: 304 })
    return Response.json(this.today, { headers: { etag } })
  }

  private taps(taps: readonly Sent[]): Response {
    this.become(withTaps(this.today, taps as unknown as Kept[]))
    return Response.json({ answers: taps.map(t => ({ tapId: t.tapId, result: 'counted' })) })
  }

  private become(today: Today) {
    this.today = today
    this.version++
  }

  private session = (occurrence: string) =>
    this.today.sessions.find(s => s.occurrence === occurrence)!

  private change(session: Session, next: Partial<Session>) {
    this.become({
      ...this.today,
      sessions: this.today.sessions.map(s => (s === session ? { ...s, ...next } : s)),
    })
  }

  /** Somebody more on a date; with a chair where it is full. */
  private enter(s: Session, firstName: string): Person {
    const chair = s.free === 0 ? 1 : 0
    const person = personOf('oefen-' + this.version, firstName)
    this.change(s, {
      people: [...(s.people ?? []), person],
      taken: s.taken + 1,
      open: s.open + 1,
      capacity: (s.capacity ?? 0) + chair,
      free: s.free - 1 + chair,
    })
    return person
  }

  private add(occurrence: string, body: { name: string; ifFull?: string }): Response {
    const s = this.session(occurrence)
    if (!body.name)
      return Response.json(
        { code: 'invalid', fields: [{ name: 'name', code: 'required' }] },
        { status: 422 },
      )
    if (s.free === 0 && body.ifFull === 'tell')
      return Response.json({ code: 'full', free: 0 }, { status: 409 })
    const was = this.today
    const firstName = body.name.split(' ')[0]!
    const person = this.enter(s, firstName)
    return this.done(was, s, {
      kind: 'added',
      subject: person.id,
      more: { firstName, status: 'registered', code: '7KQ2M-9HXPR' },
    })
  }

  private unnamed(occurrence: string, body: { change: number }): Response {
    const was = this.today
    const s = this.session(occurrence)
    const chair = s.free === 0 && body.change > 0 ? 1 : 0
    this.change(s, {
      unnamed: s.unnamed + body.change,
      here: s.here + body.change,
      taken: s.taken + body.change,
      capacity: (s.capacity ?? 0) + chair,
      free: s.free - body.change + chair,
    })
    return this.done(was, s, { kind: 'unnamed' })
  }

  private give(entry: string): Response {
    const was = this.today
    const s = this.today.sessions.find(x => x.line?.some(w => w.id === entry))!
    const { firstName } = s.line!.find(w => w.id === entry)!
    const person = this.enter(s, firstName)
    const now = this.session(s.occurrence)
    this.change(now, { line: s.line!.filter(w => w.id !== entry), waiting: s.waiting - 1 })
    return this.done(was, s, { kind: 'given', made: person.id, more: { firstName } })
  }

  private done(
    was: Today,
    before: Session,
    act: { kind: Done['act']['kind']; subject?: string; made?: string; more?: Partial<Done> },
  ): Response {
    const id = 'oefening-' + ++this.acts
    this.before.set(id, was)
    const s = this.session(before.occurrence)
    const answer: Done = {
      act: {
        id,
        kind: act.kind,
        at: this.today.at,
        by: 'jij',
        undoUntil: new Date(Date.now() + this.ahead + 600_000).toISOString(),
        chair: (s.capacity ?? 0) > (before.capacity ?? 0),
        ...(act.subject && { subject: act.subject }),
        ...(act.made && { made: act.made }),
      },
      taken: s.taken,
      capacity: s.capacity ?? 0,
      waiting: s.waiting,
      ...act.more,
    }
    return Response.json(answer)
  }

  private undo(act: string): Response {
    const was = this.before.get(act)
    if (!was) return Response.json({ code: 'gone' }, { status: 410 })
    this.become(was)
    return Response.json({ act: { id: act }, taken: 0, waiting: 0 })
  }

  private deskDates(): Schemas['DeskDates'] {
    const items = this.today.sessions
      .filter(s => s.mode === 'signup')
      .map(s => ({
        id: s.occurrence,
        activityId: s.activity,
        title: s.title,
        start: s.start,
        end: s.end,
        room: s.room,
        dayLabel: 'today' as const,
        capacity: s.capacity ?? 0,
        free: s.free,
        waiting: s.waiting,
        waitlist: false,
        maxGuests: 0,
      }))
    return { items, say: { consent: this.today.say, waitConsent: this.today.say } }
  }
}

function personOf(id: string, firstName: string, more: Partial<Person> = {}): Person {
  return {
    id,
    firstName,
    way: 'none',
    status: 'registered',
    guests: 0,
    firstTime: false,
    reminder: false,
    source: 'site',
    createdAt: new Date().toISOString(),
    keptUntil: dayAt(Date.now()),
    needsUntil: dayAt(Date.now()),
    version: 1,
    mails: [],
    state: 'open',
    came: more.guests ?? 0,
    ...more,
  }
}

/** Two meetings that run now, of which one is full. */
function firstEvening(user: User, now: number): Today {
  const day = dayAt(now)
  const moment = (h: number) =>
    momentOf(dayAt(now + h * 3_600_000), wall(now + h * 3_600_000).replace('.', ':'))
  const meeting = (
    id: string,
    [title, room, host]: readonly [title: string, room: string, host: string],
    people: Person[],
    capacity: number,
  ): Session => ({
    id: 'ses_' + id,
    occurrence: 'occ_' + id,
    activity: 'act_' + id,
    title,
    kind: 'date',
    mode: 'signup',
    n: 1,
    of: 1,
    start: moment(-0.5),
    end: moment(2),
    room,
    host,
    status: 'open',
    mine: true,
    outside: false,
    tally: 0,
    capacity,
    taken: people.length + people.reduce((n, p) => n + p.guests, 0),
    free: capacity - people.length - people.reduce((n, p) => n + p.guests, 0),
    held: 0,
    waiting: 0,
    here: 0,
    unnamed: 0,
    firstTimers: people.filter(p => p.firstTime).length,
    open: people.length,
    maxGuests: 0,
    people,
  })
  const people = names.map((n, i) =>
    personOf('oefen-' + n, n, {
      ...(i === 1 && { guests: 1, came: 1 }),
      ...(i === 4 && { firstTime: true }),
      ...(i === 7 && { support: 'Graag een stoel bij de deur.' }),
    }),
  )
  const full = meeting('eten', ['Samen eten', 'Keuken', 'Loes'], people.slice(0, 4).map(again), 5)
  return {
    day,
    today: day,
    at: moment(0),
    tapper: { uid: user.uid, proof: '' },
    say: 'We bewaren je naam en hoe we je bereiken tot 30 dagen na de activiteit. Vind je dat goed?',
    mayCount: 'yes',
    dayParts: [
      {
        from: '00.00',
        to: '24.00',
        part: 'afternoon',
        start: momentOf(day, '00:00'),
        end: momentOf(day, '23:59'),
        tally: 3,
        ticked: 0,
      },
    ],
    sessions: [
      meeting('atelier', ['Creatief atelier', 'Atelier', 'Noor'], people, 12),
      {
        ...full,
        waiting: 2,
        line: ['Petra', 'Omar'].map(n => ({ id: 'wacht-' + n, firstName: n, seats: 1 })),
      },
    ],
    notices: [],
  }
}

const again = (p: Person): Person => ({ ...p, id: p.id + '-eten' })

const wall = (at: number) =>
  new Intl.DateTimeFormat('nl-NL', {
    timeZone: 'Europe/Amsterdam',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
