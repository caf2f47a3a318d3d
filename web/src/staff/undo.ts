// What can be taken back, on whatever screen one is now. Kept in this tab, for its ten minutes.
import type { Auth } from '../auth/types'
import { type Draft, type Undo } from './drafts'
import { kept } from './kept'

/** `said` is what happened: "Staat online." */
export interface Offer {
  undo: Undo
  said: string
  title: string
  /** In ms, by the clock of this browser. */
  ends: number
}

const store = kept('undo')
const listeners = new Set<() => void>()
let offer: Offer | undefined
let read = false

function tell() {
  for (const l of listeners) l()
}

export const undoing = {
  get(): Offer | undefined {
    if (!read) {
      read = true
      try {
        offer = (JSON.parse(store.read() ?? 'null') as Offer | null) ?? undefined
      } catch {
        offer = undefined
      }
    }
    return offer
  },
  offer(next: Offer) {
    read = true
    offer = next
    store.keep(JSON.stringify(next))
    tell()
  },
  /**
   * Only the newest act can be taken back: saving something else ends nothing, another act does.
   */
  drop() {
    read = true
    offer = undefined
    store.drop()
    tell()
  },
  subscribe(l: () => void) {
    listeners.add(l)
    return () => void listeners.delete(l)
  },
}

const watchers = new Set<(draft: Draft<unknown>) => void>()

/** Screens that show a document hear of it when it was changed from elsewhere on the screen. */
export function watchDrafts(l: (draft: Draft<unknown>) => void): () => void {
  watchers.add(l)
  return () => void watchers.delete(l)
}
export const tellDraft = (draft: Draft<unknown>) => {
  for (const w of watchers) w(draft)
}

/** Gives what to say. */
export async function takeBack(auth: Auth, { undo }: Offer): Promise<string> {
  const answer = await auth
    .fetch('/api/undo/' + encodeURIComponent(undo.id), { method: 'POST' })
    .catch(() => undefined)
  if (!answer) return 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
  if (!answer.ok) {
    undoing.drop()
    return 'Dit kan niet meer ongedaan worden gemaakt.'
  }
  undoing.drop()
  tellDraft((await answer.json()) as Draft<unknown>)
  return 'Ongedaan gemaakt.'
}
