// What the server still knows of the acts of who is signed in: the bar after a reload.
import { many } from './count'
import type { components } from '../api/schema.gen'
import { capital, clock, date, weekday } from '../api/moment'
import type { Auth } from '../auth/types'
import type { Bar } from './bars'
import { undoAct, type Act } from './press'
import { undoAt, undoDraft, undoRow } from './undo'
import { api, asked } from './api/client'

type Undoable = components['schemas']['Undoable']

/** Of a date: what happened to somebody, in words that a screen of that date uses too. */
const onDate: Readonly<Record<string, (who: string, of: Undoable) => string>> = {
  cancelled: (who, { title }) => `${who} is afgemeld voor ${title}.`,
  restored: (who, { title }) => `${who} komt toch naar ${title}.`,
  added: (who, { title }) => `${who} staat erbij: ${title}.`,
  waits: (who, { title }) => `${who} staat op de wachtlijst van ${title}.`,
  moved: (who, { title }) => `${who} staat op een andere datum van ${title}.`,
  changed: (who, { title }) => `De aanmelding van ${who} is veranderd: ${title}.`,
  seats: (_, { title, now }) => `${many(now!, 'Er is nu 1 plek')} voor ${title}.`,
  unnamed: (_, { title }) => `Iemand zonder naam schuift aan bij ${title}.`,
  given: (who, { title }) => `${who} heeft een plek bij ${title}.`,
  called: (who, { title }) => `Je belde ${who} over ${title}.`,
  skipped: (who, { title }) => `${who} is overgeslagen voor ${title}.`,
  removed: (who, { title }) => `${who} staat niet meer op de lijst van ${title}.`,
  putBack: (who, { title }) => `${who} staat weer op de lijst van ${title}.`,
  opened: (_, { title }) => `De plek is vrij voor iedereen bij ${title}.`,
  stopped: (_, { title }) => `Automatisch aanbieden staat stil bij ${title}.`,
  resumed: (_, { title }) => `Aanbieden gaat weer verder bij ${title}.`,
  mailed: (who, { title }) => `${who} krijgt een mail over ${title}.`,
  message: (_, { title }) => `Je bericht gaat naar wie komt bij ${title}.`,
  code: (who, { title }) => `Nieuwe code voor ${who} bij ${title}.`,
  unsent: (who, { title }) => `De mail aan ${who} over ${title} gaat niet weg.`,
  off: (_, { title }) => `${title} gaat niet door.`,
  onAgain: (_, { title }) => `${title} gaat toch door.`,
  host: (_, { title }) => `Iemand anders ontvangt bij ${title}.`,
  shifted: (_, { title }) => `${title} is verplaatst.`,
  values: (_, { title, now = 1 }) => `Bewaard op ${many(now, '1 datum')}: ${title}.`,
}

const onDraft: Readonly<Record<string, string>> = {
  publish: 'staat online.',
  hide: 'is niet meer zichtbaar.',
  trash: 'staat in de prullenbak.',
  untrash: 'is teruggezet als concept.',
  restore: 'is teruggezet als concept.',
  date: 'heeft een datum minder.',
  copied: 'staat ook in deze week, als concept.',
}

/** Of rows of an inbox, by kind: where they are, and what they are called. */
const rows: Readonly<
  Record<string, readonly [url: string, said: Readonly<Record<string, string>>]>
> = {
  message: [
    '/api/messages/',
    {
      answered: 'Je gaf antwoord op een bericht.',
      assigned: 'Je gaf een bericht door.',
      reopened: 'Het bericht staat weer bij Open.',
    },
  ],
  volunteer: [
    '/api/volunteers/',
    {
      moved: 'Je verzette een aanmelding van een vrijwilliger.',
      vog: 'Je noteerde iets over een VOG.',
    },
  ],
  request: ['/api/rights-requests/', { finished: 'De vraag is afgehandeld.' }],
}

/** Every act that has a bar, as `kind act`; one that is the only one of its kind, as `kind`. */
export const acts = (): readonly string[] => [
  ...Object.keys(onDate).map(act => `date ${act}`),
  ...[...Object.keys(onDraft), 'day'].map(act => `draft ${act}`),
  ...Object.entries(rows).flatMap(([kind, [, said]]) =>
    Object.keys(said).map(act => `${kind} ${act}`),
  ),
  'hours',
  'issue',
]

/** Where one act is taken back, and what it was. */
function barOf(auth: Auth, u: Undoable): Bar | undefined {
  const { id, kind, act, of, title, until } = u
  const safe = encodeURIComponent
  const more = `Om ${clock(u.at)} uur.`
  switch (kind) {
    case 'date': {
      const who = u.name || 'Iemand'
      const what = title && onDate[act]?.(who, u)
      if (!what) return undefined
      const undo = () => undoAct(auth, { id, kind: act as Act['kind'] }, who)
      return { id, what, more, until, undo, ...(u.subject && { row: 'persoon-' + u.subject }) }
    }
    case 'draft': {
      if (act === 'day' && u.subject)
        return {
          id: of,
          what: `${capital(weekday(u.subject))} ${date(u.subject)} heeft andere openingstijden.`,
          more,
          until,
          undo: () => undoDraft(auth, id),
        }
      const said = onDraft[act]
      const undo = () => undoDraft(auth, id)
      return title !== undefined && said
        ? { id: of, what: `‘${title || 'Zonder titel'}’ ${said}`, more, until, undo }
        : undefined
    }
    case 'hours':
      return {
        id,
        what: `Uren ingevuld: ${of} uur.`,
        more,
        until,
        undo: () => undoAt(auth, `/api/volunteer-hours/${safe(id)}/undo`),
      }
    case 'issue':
      return {
        id: 'plan ' + id,
        what: `${capital(title ? `‘${title}’` : 'de nieuwsbrief')} staat in de planning.`,
        more,
        until,
        undo: () => undoAt(auth, `/api/newsletter/issues/${safe(id)}/unplan`),
      }
    default: {
      const [url, said] = rows[kind]!
      const what = said[act]
      const undo = () => undoRow(auth, url + safe(of), until)
      return what ? { id: url + safe(of), what, more, until, undo } : undefined
    }
  }
}

/** The bars of what can still be taken back; none when there is no answer. */
export async function readBars(auth: Auth): Promise<readonly Bar[]> {
  const { data } = await asked(api(auth).GET('/api/undo'))
  return (data?.items ?? []).flatMap(u => barOf(auth, u) ?? [])
}
