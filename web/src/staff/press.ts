import type { components } from '../api/schema.gen'
import type { Auth } from '../auth/types'
import { apiAt, asked, ifStill, type Asked } from './api/client'
import { bars, CannotUndo, type Bar } from './bars'

export type Done = components['schemas']['Done']
export type Act = components['schemas']['ActSeen']

/** What came of a press. `offline`: pressed again it is the same act. */
export type Pressed = Asked<Done>

interface Options {
  method?: 'POST' | 'PUT' | 'PATCH'
  body?: unknown
  /** The version that was read. */
  version?: number
}

/** Ids of presses that got no answer, by what they ask: the server counts each id once. */
const unanswered = new Map<string, string>()

/** Does something once: a second press while the first had no answer is the same one. */
export async function pressOnce<T extends { earlier?: boolean }>(
  auth: Auth,
  url: string,
  { method = 'POST', body, version }: Options = {},
): Promise<Asked<T>> {
  const key = `${method} ${url} ${JSON.stringify(body) ?? ''}`
  const id = unanswered.get(key) ?? crypto.randomUUID()
  const again = unanswered.has(key)
  unanswered.set(key, id)
  const headers = { 'press-id': id, ...(version !== undefined && ifStill(version)) }
  const pressed = await asked(apiAt<T>(auth, method, url, { body, headers }))
  if (pressed.is === 'offline') return pressed
  unanswered.delete(key)
  // the first try did it: to who pressed it happened now
  if (pressed.data && again) delete pressed.data.earlier
  return pressed
}

/** Does something about a date or its people. */
export const pressAct = (auth: Auth, url: string, options?: Options): Promise<Pressed> =>
  pressOnce<Done>(auth, url, options)

const noWayBack: Readonly<Record<string, string>> = {
  gone: 'Dit kan niet meer terug: de tijd is om.',
  full: 'De plek is intussen weg. Toch komen kan met een stoel erbij.',
  not_found: 'Dit is er niet meer.',
  forbidden: 'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
}

/** Of acts that told people. */
const heard: Readonly<Record<string, string>> = {
  off: 'Iemand heeft het al gehoord. Kies ‘Gaat het toch door?’ bij de datum.',
  shifted: 'Iemand heeft het al gehoord. Terug? Verplaats het dan nog een keer.',
}

/**
 * Takes an act back, on somebody of this name. Throws `CannotUndo` with words when that is not
 * possible any more, or when the place went on to the next.
 */
export async function undoAct(
  auth: Auth,
  { id, kind }: Pick<Act, 'id' | 'kind'>,
  who = 'Iemand',
): Promise<void> {
  const pressed = await pressAct(auth, `/api/acts/${encodeURIComponent(id)}/undo`)
  if (pressed.is === 'done') {
    const next = pressed.data.caused?.find(c => c.kind === 'nextCalled')
    if (!next) return
    throw new CannotUndo(
      next.name && next.name !== '?'
        ? `${next.name} is al gebeld. ${who} staat weer op de lijst.`
        : `De plek is intussen weg. ${who} staat weer op de lijst.`,
    )
  }
  if (pressed.is === 'offline' || pressed.status >= 500 || pressed.status === 401)
    throw new Error('no answer')
  throw new CannotUndo(
    (pressed.code === 'forbidden' ? undefined : heard[kind]) ??
      noWayBack[pressed.code] ??
      'Dit is intussen weer veranderd. Kijk wat er nu staat.',
  )
}

/** Says what an act did, with its way back; or that a colleague did the same just before. */
export function showAct(
  auth: Auth,
  { act, earlier }: Done,
  bar: Pick<Bar, 'what' | 'more' | 'row'> & {
    /** First name of whom it was about. */
    who?: string
    /** What a colleague did: "Fatima meldde Gonda net ook af." */
    before?: string
    /** What else comes back with it. */
    then?(): void
  },
) {
  const { what, more, row, who, before, then } = bar
  if (earlier)
    return bars.add({
      id: 'eerder-' + act.id,
      what: before ?? `${act.by.split(' ', 1)[0] || 'Iemand'} deed dit net ook.`,
      more: 'Dat is één keer gebeurd. Je hoeft niets te doen.',
    })
  bars.add({
    id: act.id,
    what,
    more,
    row,
    ...(act.undoUntil && {
      until: act.undoUntil,
      undo: () => undoAct(auth, act, who).finally(then),
    }),
  })
}
