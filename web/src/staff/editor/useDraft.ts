import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { capital, clock } from '../../api/moment'
import { browserClock, type Auth } from '../../auth/types'
import { unsaved } from '../../layout/unsaved'
import { bars } from '../bars'
import type { DocOf, Kind, Place, Refusal, Undo } from '../drafts'
import { onPeople } from '../files/library'
import { kept, keptNames } from '../kept'
import { undoDraft, watchDrafts } from '../undo'
import { sayMoment } from '../words'
import type { Copy, View } from './copy'
import { Working } from './working'

export interface Draft<T> extends View<T> {
  readonly kind: Kind
  readonly id: string
  /** How many ms the clock of the server is ahead. */
  readonly ahead: number
  /** Changes fields of the document. */
  set(next: Partial<T> | ((doc: T) => T)): void
  /** Changes what stands beside it: visible from and until, pinned, order. */
  settle(next: Partial<Place>): void
  /** Saves now. */
  save(): Promise<boolean>
  /**
   * Each gives the refusal, or nothing when it went well; what can be undone is offered on the
   * screen.
   */
  publish(
    body?: {
      typoOnly?: boolean
      reason?: string
      confirmed?: boolean
    },
    /** What to say when that is more than that it is online. */
    said?: string,
  ): Promise<Refusal | undefined>
  hide(): Promise<Refusal | undefined>
  trash(): Promise<Refusal | undefined>
  untrash(): Promise<Refusal | undefined>
  restore(version: number): Promise<Refusal | undefined>
  /** After a conflict: what stays. */
  resolve(chosen: Copy<T>): Promise<void>
  reload(): void
  /** Says that this person is at work here. */
  here(): Promise<void>
}

/**
 * A working copy that is open, or that still has something to send while another screen is shown.
 */
interface Entry {
  copy: Working<unknown>
  users: number
  stop(): void
}

const open = new Map<string, Entry>()

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind}/${id}`

function copyFor<T>(auth: Auth, kind: Kind, id: string, fresh: T | undefined): Working<T> {
  const uid = auth.user?.uid ?? ''
  const known = open.get(keyOf({ kind, id }))
  if (known && (known.copy.uid === uid || uid === '')) return known.copy as Working<T>
  if (known) drop(known) // somebody else sits here now: nothing of the other goes on
  const copy = new Working<T>({
    kind,
    id,
    fresh,
    uid,
    fetch: (url, init) => auth.fetch(url, init),
    clock: browserClock,
    store: kept(`draft.${kind}.${id}`),
    hold: () => unsaved.hold(() => drop(entry)),
  })
  const entry = admit(auth, copy as Working<unknown>)
  return copy
}

function admit(auth: Auth, copy: Working<unknown>): Entry {
  const entry: Entry = { copy, users: 0, stop: () => {} }
  entry.stop = attend(auth, entry)
  open.set(keyOf(copy), entry)
  return entry
}

/**
 * As long as there is a copy, also behind another screen: it goes on after a sign-in or when the
 * network is back, is saved when the page is left or hidden, and the browser asks before the page
 * goes with text that the server does not have. It ends when somebody else signs in, and when the
 * person signs out by themselves: they were asked.
 */
function attend(auth: Auth, entry: Entry): () => void {
  const { copy } = entry
  const wake = () => copy.wake()
  const lost = () => copy.away()
  const leave = () => void copy.save()
  const hidden = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  const ask = (e: BeforeUnloadEvent) => {
    const fast = !document.getElementById('inhoud') // "Snel weg" took everything away
    if (copy.mayLose && !fast && !unsaved.leaves()) e.preventDefault()
  }
  addEventListener('online', wake)
  addEventListener('offline', lost)
  addEventListener('pagehide', leave)
  addEventListener('beforeunload', ask)
  document.addEventListener('visibilitychange', hidden)
  const away = auth.onUser((user, why) => {
    if (user?.uid === copy.uid) wake()
    else if (user || !why) drop(entry)
  })
  return () => {
    removeEventListener('online', wake)
    removeEventListener('offline', lost)
    removeEventListener('pagehide', leave)
    removeEventListener('beforeunload', ask)
    document.removeEventListener('visibilitychange', hidden)
    away()
  }
}

function drop(entry: Entry) {
  entry.copy.close()
  forget(entry)
}

function forget(entry: Entry) {
  entry.stop()
  if (open.get(keyOf(entry.copy)) === entry) open.delete(keyOf(entry.copy))
}

/**
 * The id of a new text of this person that this tab could not send: a reload, a phone that dropped
 * the page, or a screen that is shown anew goes on with it.
 */
export function leftNew(prefix: string, uid: string): string | undefined {
  const ids = keptNames('draft.').map(name => ({ name, id: name.split('.').at(-1)! }))
  return ids.find(({ name, id }) => id.startsWith(prefix) && neverSent(kept(name).read(), uid))?.id
}

function neverSent(text: string | undefined, uid: string): boolean {
  try {
    const left = JSON.parse(text ?? 'null') as { version?: number; uid?: string } | null
    return left?.version === 0 && left.uid === uid
  } catch {
    return false
  }
}

/**
 * The working copy of one document, saved by itself. With `fresh` it may be a new one, whose id was
 * made with `newId`.
 */
export function useDraft<K extends Kind>(
  auth: Auth,
  kind: K,
  id: string,
  fresh?: DocOf<K>,
): Draft<DocOf<K>> {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- `fresh` is for the first time
  const copy = useMemo(() => copyFor(auth, kind, id, fresh), [auth, kind, id])
  const view = useSyncExternalStore(copy.subscribe, copy.get)
  useEffect(() => stay(auth, copy as Working<unknown>), [auth, copy])
  const { ahead } = auth
  return useMemo(() => ({ ...view, ahead, ...actsOf(auth, copy) }), [auth, copy, view, ahead])
}

/**
 * While the screen is there: reads it, and hears what other parts of the screen change. When it is
 * left, what is typed goes, and the copy with it once it has gone.
 */
function stay(auth: Auth, copy: Working<unknown>): () => void {
  const known = open.get(keyOf(copy))
  // it may have been saved, and let go, since this screen asked for it
  const entry = known?.copy === copy ? known : admit(auth, copy)
  entry.users++
  if (!copy.unsaved) void copy.load()
  const stops = [watchDrafts(d => copy.savedElsewhere(d)), onPeople(() => void copy.recheck())]
  return () => {
    for (const stop of stops) stop()
    part(entry)
  }
}

function part(entry: Entry) {
  const { copy } = entry
  entry.users--
  const done = () => {
    if (entry.users === 0 && !copy.unsaved) forget(entry)
  }
  void copy.save().then(done)
  const stop = copy.subscribe(() => {
    done()
    if (open.get(keyOf(copy)) !== entry || entry.users > 0) stop()
  })
}

/** While `writing`: tells the others that somebody works here, and hears who else does. */
export function usePresence(here: () => Promise<void>, writing: boolean): void {
  useEffect(() => {
    if (!writing) return
    const beat = () => {
      if (document.visibilityState === 'visible') void here()
    }
    beat()
    const every = setInterval(beat, 20_000)
    return () => clearInterval(every)
  }, [here, writing])
}

/** What one did, when it is no longer the last thing that was tried. */
const done: Record<Undo['act'], (name: string) => string> = {
  publish: name => `zette je ${name} online`,
  hide: name => `maakte je ${name} onzichtbaar`,
  trash: name => `deed je ${name} in de prullenbak`,
  untrash: name => `haalde je ${name} uit de prullenbak`,
  restore: name => `zette je een eerdere tekst van ${name} terug`,
  date: name => `haalde je een datum van ${name} weg`,
  copied: name => `kopieerde je een datum van ${name}`,
  day: name => `veranderde je een dag van ${name}`,
}

function actsOf<T>(auth: Auth, copy: Working<T>) {
  const acted = async (word: string, said: string, body?: unknown) => {
    bars.past(copy.id)
    const refusal = await copy.act(word, body)
    const { undo, status, from, updatedAt } = copy.get().draft ?? {}
    const name = bars.nameOf(copy.id)
    if (!refusal && undo)
      bars.add({
        id: copy.id,
        what:
          word === 'publish' && status === 'scheduled' && from
            ? `${capital(name)} komt online op ${sayMoment(from, '')}.`
            : `${capital(name)} ${said}`,
        earlier: `Om ${clock(updatedAt!)} uur ${done[undo.act](name)}.`,
        until: undo.until,
        undo: () => undoDraft(auth, undo.id),
      })
    return refusal
  }
  return {
    kind: copy.kind,
    id: copy.id,
    set: (next: Partial<T> | ((doc: T) => T)) => {
      const { doc } = copy.get()
      copy.edit({ doc: typeof next === 'function' ? next(doc) : { ...doc, ...next } })
    },
    settle: (next: Partial<Place>) => copy.edit({ place: { ...copy.get().place, ...next } }),
    save: () => copy.save(false),
    publish: (body?: object, said = 'staat online.') => acted('publish', said, body ?? {}),
    hide: () => acted('hide', 'is niet meer zichtbaar.'),
    trash: () => acted('trash', 'staat in de prullenbak.'),
    untrash: () => acted('untrash', 'is teruggezet als concept.'),
    restore: (version: number) =>
      acted(`revisions/${version}/restore`, 'is teruggezet als concept.'),
    resolve: (chosen: Copy<T>) => copy.resolve(chosen),
    reload: () => void copy.load(),
    here: copy.here,
  }
}
