// What can be taken back of the documents that this tab changed. Kept in this tab, for its ten
// minutes; each lives at its document, and in the list when the document went there.
import type { Auth } from '../auth/types'
import { aheadOf } from './ahead'
import { refusalOf, type Draft, type Refusal, type Undo } from './drafts'
import { kept } from './kept'

export interface Offer {
  undo: Undo
  /** Of the document. */
  id: string
  /** What it is called. */
  title: string
  /** What happened: "Staat online." */
  said: string
  /** The same once something else was tried: what was said then is no answer to it. */
  earlier: string
  /** The address of a list, when the document is looked for there. */
  list?: string | undefined
  /** The button of the act is gone: the bar takes the focus. */
  focus?: boolean
  /** In ms, by the clock of this browser. */
  ends: number
}

/** A document on the screen: what it is called, and its list. */
interface Shown {
  id: string
  title: string
  list: string
}

const store = kept('undo')
const listeners = new Set<() => void>()
const shown = new Map<string, Shown>()
/** Newest first; one of each document, as at the desk. */
let offers: readonly Offer[] | undefined

function read(): readonly Offer[] {
  try {
    const left = JSON.parse(store.read() ?? '[]') as unknown
    return Array.isArray(left) ? (left as Offer[]) : []
  } catch {
    return []
  }
}

function put(next: readonly Offer[]) {
  offers = next
  store.keep(next.length > 0 ? JSON.stringify(next) : '')
  for (const l of listeners) l()
}

export const undoing = {
  get: () => (offers ??= read()),
  offer(next: Offer) {
    put([next, ...undoing.get().filter(o => o.id !== next.id)])
  },
  /** Something else is tried with this document. */
  past(id: string) {
    const known = undoing.get()
    if (known.some(o => o.id === id && o.said !== o.earlier))
      put(known.map(o => (o.id === id ? { ...o, said: o.earlier } : o)))
  },
  /** Of one document, or all. */
  drop(id?: string) {
    put(id === undefined ? [] : undoing.get().filter(o => o.id !== id))
  },
  subscribe(l: () => void) {
    listeners.add(l)
    return () => void listeners.delete(l)
  },
  /** This document is on the screen; gives what to call when it goes. */
  show(document: Shown): () => void {
    shown.set(document.id, document)
    for (const l of listeners) l()
    return () => {
      if (shown.get(document.id) === document) shown.delete(document.id)
      for (const l of listeners) l()
    }
  },
  shown: (id: string) => shown.get(id),
}

let place: HTMLElement | null = null
/**
 * Where the bars stand: on the bar to save with, so that neither hides the other, or above a list.
 */
export const undoPlace = {
  get: () => place,
  set(next: HTMLElement | null) {
    place = next
    for (const l of listeners) l()
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

/** Offers to take back what was just done, by the clock of the server. */
export async function offerUndo(
  auth: Auth,
  offer: Omit<Offer, 'title' | 'ends'> & { title?: string },
): Promise<void> {
  const ahead = await aheadOf(auth)
  const title = offer.title ?? undoing.shown(offer.id)?.title ?? ''
  undoing.offer({ ...offer, title, ends: Date.parse(offer.undo.until) - ahead })
}

/** Gives what to say. After a bad moment it can be tried again. */
export async function takeBack(auth: Auth, { undo, id }: Offer): Promise<string> {
  const answer = await auth
    .fetch('/api/undo/' + encodeURIComponent(undo.id), { method: 'POST' })
    .catch(() => undefined)
  if (!answer) return 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
  if (answer.ok) {
    undoing.drop(id)
    tellDraft((await answer.json()) as Draft<unknown>)
    return 'Ongedaan gemaakt.'
  }
  const refusal = await refusalOf(answer)
  if (refusal.status === 401 || refusal.code === 'auth/requires-recent-login')
    return 'Log opnieuw in en probeer het nog een keer.'
  if (refusal.status >= 500 || refusal.status === 408 || refusal.status === 429)
    return 'Er ging bij ons iets mis. Probeer het zo nog een keer.'
  undoing.drop(id)
  return sayNever(refusal)
}

function sayNever({ code, fields }: Refusal): string {
  if (code === 'full')
    return 'Er is geen plek meer. Daarom kan dit niet meer ongedaan worden gemaakt.'
  if (fields.some(f => f.name === 'newDates' || f.name === 'signUps'))
    return 'Er heeft zich al iemand aangemeld. Daarom kan dit niet meer ongedaan worden gemaakt.'
  return fields.some(f => f.name === 'changedDates')
    ? 'Iemand veranderde daarna een datum. Daarom kan dit niet meer ongedaan worden gemaakt.'
    : 'Dit kan niet meer ongedaan worden gemaakt.'
}
