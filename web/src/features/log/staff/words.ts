import { screenOf } from '../../../screens'

/**
 * What people did, as the server names it: the words in front of what they did it to, and those
 * behind it.
 */
type Act = readonly [before: string, behind?: string]

const trash: Act = ['legde', 'in de prullenbak']
const untrash: Act = ['haalde', 'uit de prullenbak']

const acts: Readonly<Record<string, Act>> = {
  viewed: ['bekeek'],
  listed: ['bekeek de lijst met'],
  assigned: ['koos wie', 'oppakt'],
  noted: ['schreef een notitie bij'],
  answered: ['gaf antwoord op'],
  reopened: ['zette', 'terug bij open'],
  undone: ['maakte iets ongedaan bij'],
  moved: ['verplaatste'],
  vog: ['noteerde de VOG bij'],
  extended: ['verlengde de termijn van'],
  learned: ['schreef een leerpunt bij'],
  publish: ['publiceerde'],
  hide: ['maakte', 'onzichtbaar'],
  restore: ['zette een oude versie terug van'],
  trash,
  untrash,
  delete: ['wiste'],
  deleted: ['haalde', 'weg'],
  undo: ['maakte iets ongedaan bij'],
  changed: ['veranderde'],
  trashed: trash,
  untrashed: untrash,
  withdrawn: ['haalde', 'overal weg'],
  consent: ['bewaarde de toestemming bij'],
  code: ['maakte een nieuwe code voor'],
  approved: ['schreef op dat de verteller ja zei tegen'],
  reviewed: ['keurde', 'goed als tweede redacteur'],
  typo: ['verbeterde een tikfout in'],
  exported: ['maakte een bestand van'],
  cancelled: ['meldde iemand af bij'],
  restored: ['zette iemand terug bij'],
  added: ['meldde iemand aan bij'],
  waits: ['zette iemand op de wachtlijst van'],
  seats: ['veranderde het aantal plekken van'],
  unnamed: ['telde iemand zonder naam bij'],
  given: ['gaf iemand van de wachtlijst een plek bij'],
  message: ['stuurde een bericht aan de mensen van'],
  printed: ['printte de lijst van'],
  resent: ['stuurde een mail opnieuw over'],
  unsent: ['hield een mail tegen over'],
  called: ['belde iemand over'],
  skipped: ['sloeg iemand over op de wachtlijst van'],
  removed: ['haalde iemand van de wachtlijst van'],
  putBack: ['zette iemand terug op de wachtlijst van'],
  opened: ['maakte een plek vrij voor iedereen op'],
  stopped: ['zette het aanbieden stil voor'],
  resumed: ['liet het aanbieden verdergaan voor'],
  mailed: ['mailde iemand een aanbod voor'],
  erased: ['wiste'],
  held: ['liet langer staan'],
  released: ['liet weer op tijd weggaan'],
  paused: ['zette op pauze:'],
  unpaused: ['haalde van pauze:'],
  finished: ['handelde', 'af'],
  wrote: ['schreef', 'op'],
  off: ['zei', 'af'],
  onAgain: ['liet', 'toch doorgaan'],
  host: ['veranderde wie ontvangt op'],
  shifted: ['verzette'],
  values: ['veranderde', 'samen met andere datums'],
  withdrawnPart: ['trok een deel van de toestemming in bij'],
}

/**
 * Where the words of an act are not right for one kind: to look at a story is to look at what its
 * teller agreed to.
 */
const own: Readonly<Record<string, Act>> = {
  'changed clock': ['zei'],
  'wentOn forgetting': ['liet', 'verdergaan na een storing'],
  'waited forgetting': ['liet', 'een week langer wachten na een storing'],
  'restored backup': ['zette', 'terug'],
  'planned issue': ['zette', 'in de planning'],
  'unplanned issue': ['haalde', 'uit de planning'],
  'tested issue': ['stuurde een proef van'],
  // nobody does the next four any more; their lines in the log book stay
  'paused issue': ['zette het versturen stil van'],
  'resumed issue': ['ging verder met versturen van'],
  'stopped issue': ['stopte het versturen van'],
  'resent issue': ['stuurde opnieuw naar wie het niet kreeg:'],
  'resent mail': ['stuurde opnieuw'],
  'viewed story': ['bekeek de toestemming bij'],
  'withdrawn story': ['trok', 'in'],
  'printed calls': ['printte de lijst met'],
  'moved date': ['zette iemand op een andere dag bij'],
  'searched person': ['zocht'],
  'changed hours': ['vulde', 'in'],
  'off closure': ['maakte'],
  'onAgain closure': ['trok', 'in'],
  'viewed date': ['bekeek de lijst van'],
  'code date': ['maakte een nieuwe code voor iemand bij'],
}

/** Kinds without a screen that opens one of them: of the others the table of screens says it. */
const kinds: Readonly<Record<string, readonly [one: string, many: string]>> = {
  backup: ['een reservekopie', 'reservekopieën'],
  forgetting: ['het wissen', 'het wissen'],
  clock: ['of de klok van de server klopt', 'de klok van de server'],
  volunteer: ['de aanmelding van een vrijwilliger', 'vrijwilligers'],
  complaint: ['een klacht', 'klachten'],
  subscriber: ['een adres voor de nieuwsbrief', 'adressen voor de nieuwsbrief'],
  setting: ['een instelling', 'instellingen'],
  words: ['de woordenlijst', 'woordenlijsten'],
  date: ['een datum', 'datums'],
  closure: ['een sluiting', 'sluitingen'],
  calls: ['telefoontjes', 'telefoontjes'],
  needs: ['wat mensen nodig hebben bij een datum', 'wat mensen nodig hebben'],
  consent: ['een toestemming', 'toestemmingen'],
  figures: ['cijfers', 'cijfers'],
  hours: ['vrijwilligersuren', 'vrijwilligersuren'],
  issue: ['een nieuwsbrief', 'nieuwsbrieven'],
  mail: ['een mail', 'mails'],
  request: ['een vraag over gegevens', 'vragen over gegevens'],
  person: ['wat we van iemand bewaren', 'personen'],
}

const called = (kind: string) => kinds[kind] ?? screenOf(kind)?.called

/**
 * bekeek de lijst met berichten; maakte een nieuwsbericht onzichtbaar. What is not known here is
 * shown as it is. `title`: of the thing itself, for a list that was looked at is the list of one.
 */
export function sayAct(action: string, kind: string, title?: string): string {
  const [before, behind] = own[`${action} ${kind}`] ?? acts[action] ?? [action]
  const named = `${action} ${kind}` === 'viewed date' ? title : undefined
  return [before, named || (called(kind)?.[action === 'listed' ? 1 : 0] ?? kind), behind]
    .filter(Boolean)
    .join(' ')
}

/** Who did it. Somebody at the server itself puts a copy back: the site cannot know who. */
export const sayWho = ({ uid, name }: { uid?: string; name?: string }): string =>
  uid === 'server'
    ? 'iemand op de server'
    : uid
      ? name || 'iemand die we niet meer kennen'
      : 'iemand zonder account'

export const sayKind = (kind: string) => called(kind)?.[1] ?? kind

const undone: Readonly<Record<string, string>> = {
  publish: 'publiceren',
  hide: 'onzichtbaar maken',
  trash: 'in de prullenbak leggen',
  untrash: 'uit de prullenbak halen',
  restore: 'een oude versie terugzetten',
  date: 'een datum weghalen',
  copied: 'een week kopiëren',
  day: 'andere openingstijden',
}

/** Why somebody looked at all that is kept of a person. */
const asked: Readonly<Record<string, string>> = {
  insight: 'De persoon vraagt wat we bewaren.',
  correct: 'De persoon wil iets verbeteren.',
  erase: 'De persoon wil dat we alles wissen.',
  mail: 'Een mail kwam niet aan.',
  complaint: 'Er loopt een klacht.',
  request: 'Er loopt een vraag van de persoon.',
}

/** What somebody wrote down beside the act; of something that was taken back, what that was. */
export const sayReason = (action: string, reason: string) =>
  action === 'undo' ? `Wat: ${undone[reason] ?? reason}.` : `Reden: ${asked[reason] ?? reason}`

interface Line {
  at: string
  uid: string
  action: string
  kind: string
  objectId?: string
}

/**
 * Looks at one thing by one person on one day that follow each other are one line, with how many
 * there were: the first of them in the list, which is the last look.
 */
export function foldLooks<E extends Line>(lines: readonly E[]): (E & { times: number })[] {
  const out: (E & { times: number })[] = []
  const same = (a: Line, b: Line) =>
    [a.action, a.uid, a.kind, a.objectId, a.at.slice(0, 10)].join() ===
    [b.action, b.uid, b.kind, b.objectId, b.at.slice(0, 10)].join()
  for (const line of lines) {
    const before = out.at(-1)
    if (before && ['viewed', 'listed'].includes(line.action) && same(before, line)) before.times++
    else out.push({ ...line, times: 1 })
  }
  return out
}
