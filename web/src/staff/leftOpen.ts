// Small forms beside a text that are not saved by themselves: what is typed in one outlives its
// screen in this tab, and the person hears of it, until it is saved or let go.
import { unsaved } from '../layout/unsaved'
import { kept, keptNames } from './kept'

/** What was typed in one form, on a thing of a version. */
export interface Left<V = unknown> {
  id: string
  /** What it is about: "Breicafé, dinsdag 24 november". */
  name: string
  /** Where the form is. */
  at: string
  uid: string
  version: number
  values: V
}

const start = 'draft.form.'
const listeners = new Set<() => void>()
const held = new Map<string, () => void>()
let known: { raw: string; all: readonly Left[] } = { raw: '', all: [] }

/** The same list as long as nothing changed, also when the sign-in part cleared this tab. */
function read(): readonly Left[] {
  const texts = keptNames(start).flatMap(name => kept(name).read() ?? [])
  const raw = texts.join()
  if (raw !== known.raw) known = { raw, all: texts.map(t => JSON.parse(t) as Left) }
  return known.all
}

const tell = () => {
  for (const l of listeners) l()
}

function hold(id: string) {
  if (held.has(id)) return
  if (held.size === 0) addEventListener('beforeunload', ask)
  held.set(
    id,
    unsaved.hold(() => leftOpen.drop(id)),
  )
}

function ask(e: BeforeUnloadEvent) {
  const fast = !document.getElementById('inhoud') // "Snel weg" took everything away
  if (held.size > 0 && !fast && !unsaved.leaves()) e.preventDefault()
}

export const leftOpen = {
  get: read,
  /** As it was typed by this person. */
  of: (id: string, uid: string) => leftOpen.get().find(l => l.id === id && l.uid === uid),
  keep(left: Left) {
    kept(start + left.id).keep(JSON.stringify(left))
    hold(left.id)
    tell()
  },
  /** What this person typed on an earlier page of this tab is asked about as well. */
  attend(uid: string) {
    for (const l of read()) if (l.uid === uid) hold(l.id)
  },
  /** It is saved, or not wanted. */
  drop(id: string) {
    kept(start + id).drop()
    held.get(id)?.()
    held.delete(id)
    if (held.size === 0) removeEventListener('beforeunload', ask)
    tell()
  },
  subscribe(l: () => void) {
    listeners.add(l)
    return () => void listeners.delete(l)
  },
}
