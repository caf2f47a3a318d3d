// The working copy of one document: what is on the screen, what the server has, and how the one
// becomes the other. It knows no React, and time and network are given, so that every turn can be
// tested.
import { refusalOf, type Draft, type Person, type Refusal } from '../drafts'
import { ask, type Parts } from './asking'
import { copyOf, leftBy, same, type Copy, type Kept, type Saved, type View } from './copy'

/** After the last key. */
export const pause = 2000
/** Between tries without network, growing. */
export const tries = [2000, 4000, 8000, 16_000, 32_000, 64_000] as const
/** Bytes of the largest body that a browser still sends when the page goes away. */
const lastWords = 60_000

const nothing = () => {}
const unsent = (code = 'offline'): Refusal => ({ status: 0, code, fields: [] })
/** By how a text stands that did not go. */
const notSent: Partial<Record<Saved, string>> = { 'waiting for sign-in': 'signed_out' }

export class Working<T> {
  private view: View<T>
  private base: Copy<T> | undefined
  private readonly listeners = new Set<() => void>()
  private stopTimer = () => {}
  private release: (() => void) | undefined
  /** As `release`, of a text of an earlier page that waits until the draft can be read. */
  private waits: (() => void) | undefined
  private going: Promise<void> | undefined
  /**
   * A body that may have arrived although no answer came: it is repeated before anything newer is
   * sent.
   */
  private unsure: string | undefined
  private turn = 0
  /** The version on which the text is built; 0: a new one. */
  private at = 0
  private closed = false

  constructor(private readonly parts: Parts<T>) {
    this.view = {
      is: 'loading',
      draft: undefined,
      doc: parts.fresh as T,
      place: {},
      saved: 'saved',
      savedAt: undefined,
      refusal: undefined,
      conflict: undefined,
      others: [],
    }
  }

  get = () => this.view
  subscribe = (l: () => void) => {
    this.listeners.add(l)
    return () => void this.listeners.delete(l)
  }

  get kind() {
    return this.parts.kind
  }
  get id() {
    return this.parts.id
  }
  get uid() {
    return this.parts.uid
  }
  get unsaved() {
    return this.release !== undefined
  }
  /** This tab has text that the server does not have, also of an earlier page. */
  get mayLose() {
    return this.unsaved || this.waits !== undefined
  }

  private set(next: Partial<View<T>>) {
    this.view = { ...this.view, ...next }
    for (const l of this.listeners) l()
  }

  private ask = (rest: string, init?: RequestInit) => ask(this.parts, rest, init)

  private get copy(): Copy<T> {
    return { doc: this.view.doc, place: this.view.place }
  }

  /** Reads it, and puts back what this tab still has of it. */
  async load(): Promise<void> {
    const answer = await this.ask('')
    if (this.closed || this.unsaved) return
    this.waits?.()
    this.waits = undefined
    if (answer?.status === 404)
      return this.parts.fresh === undefined ? this.set({ is: 'missing' }) : this.begin(undefined)
    if (answer?.status === 403) return this.set({ is: 'refused' })
    if (answer?.draft) this.begin(answer.draft)
    else this.alone()
  }

  /**
   * No answer that helps. A new text can be written all the same; another one waits for what the
   * server has.
   */
  private alone() {
    if (this.parts.fresh !== undefined) this.begin(undefined)
    else {
      if (this.left()) this.waits ??= this.parts.hold()
      this.set({ is: 'failed', saved: this.waits ? 'offline' : 'saved' })
    }
  }

  private begin(draft: Draft<T> | undefined) {
    const left = this.left()
    if (draft) this.take(draft)
    else this.set({ is: 'ready', doc: this.parts.fresh!, place: {} })
    if (!left || (draft && same({ doc: left.doc, place: left.place }, copyOf(draft))))
      return this.parts.store.drop()
    this.at = left.version // the server says whether it is late, and keeps it when it is
    this.unsure = left.sent
    if (draft && left.version !== draft.version) this.base = undefined
    this.edit({ doc: left.doc, place: left.place })
  }

  private left = () => leftBy<T>(this.parts.store.read(), this.uid)

  /** What the server has is what is on the screen. */
  private take(draft: Draft<T>) {
    this.base = copyOf(draft)
    this.at = draft.version
    this.clean()
    this.set({
      is: 'ready',
      draft,
      ...this.base,
      saved: 'saved',
      savedAt: draft.updatedAt,
      refusal: undefined,
      conflict: undefined,
    })
  }

  private clean() {
    this.stopTimer()
    this.unsure = undefined
    this.turn = 0
    this.parts.store.drop()
    this.release?.()
    this.release = undefined
  }

  /**
   * The person changed something. It is kept in the tab at once, and saved two seconds after the
   * last change.
   */
  edit(next: Partial<Copy<T>>): void {
    if (this.view.conflict) return
    const copy = { ...this.copy, ...next }
    this.release ??= this.parts.hold()
    this.keep(copy)
    const saved = this.view.saved
    this.set({
      ...copy,
      saved: saved === 'offline' || saved === 'waiting for sign-in' ? saved : 'typing',
    })
    if (this.view.saved !== 'waiting for sign-in') this.later(pause)
  }

  private keep(copy: Copy<T>) {
    this.parts.store.keep(
      JSON.stringify({
        ...copy,
        version: this.at,
        uid: this.uid,
        sent: this.unsure,
      } satisfies Kept<T>),
    )
  }

  private later(ms: number) {
    this.stopTimer()
    this.stopTimer = this.parts.clock.after(ms, () => void this.save())
  }

  /**
   * Saves what is not saved. `auto`: nobody asked for it. Settles when everything that was typed
   * before is with the server, or cannot go now.
   */
  async save(auto = true): Promise<boolean> {
    this.stopTimer()
    while (this.going) await this.going
    while (this.unsaved && !this.view.conflict) {
      this.going = this.send(auto).finally(() => {
        this.going = undefined
      })
      await this.going
      if (auto || this.view.saved !== 'typing') break
    }
    return !this.unsaved
  }

  /** The place on top goes along only when this person changed it: a colleague may have, too. */
  private body = ({ doc, place: { pinned = false, ...period } }: Copy<T>) =>
    JSON.stringify({
      doc,
      ...period,
      ...(this.base && pinned === (this.base.place.pinned ?? false) ? {} : { pinned }),
    })

  private async send(auto: boolean): Promise<void> {
    const again = this.unsure !== undefined
    const sending = (this.unsure ??= this.body(this.copy))
    this.keep(this.copy)
    // a next try that goes by itself promises nothing: without network it takes half a minute
    if (!auto || this.view.saved !== 'offline') this.set({ saved: 'saving' })
    const answer = await this.put(sending, auto)
    if (this.closed) return
    if (!answer || answer.status >= 500 || answer.status === 408 || answer.status === 429)
      return this.wait()
    if (answer.ok) return answer.draft ? this.stored(answer.draft, sending) : this.wait()
    // an ended session says nothing of an earlier try: that may have arrived all the same
    if (answer.status !== 401 || !again) this.unsure = undefined
    if (answer.status === 401) return this.set({ saved: 'waiting for sign-in' })
    if (answer.status === 412) return this.collide()
    this.set({ saved: 'refused', refusal: await refusalOf(answer) })
  }

  private put(body: string, auto: boolean) {
    return this.ask(auto ? '?auto=1' : '', {
      method: 'PUT',
      body,
      headers: { 'content-type': 'application/json', 'if-match': `"${this.at}"` },
      ...(new TextEncoder().encode(body).length < lastWords ? { keepalive: true } : {}),
    })
  }

  /** Nobody knows whether it arrived. */
  private wait() {
    this.set({ saved: 'offline' })
    const next = tries[Math.min(this.turn++, tries.length - 1)]!
    this.later(next)
  }

  /** The server has it. What was typed meanwhile goes next. */
  private stored(draft: Draft<T>, sending: string) {
    this.unsure = undefined
    this.turn = 0
    const all = this.body(this.copy) === sending
    this.at = draft.version
    this.build(draft)
    if (!all) return this.more(draft)
    this.clean()
    this.set({ draft, saved: 'saved', savedAt: draft.updatedAt, refusal: undefined })
  }

  /** Goes on from what the server has now: also with who stands on top, unless chosen here. */
  private build(draft: Draft<T>) {
    const { place } = this.view
    const mine = (place.pinned ?? false) !== (this.base?.place.pinned ?? false)
    this.base = copyOf(draft)
    if (!mine) this.set({ place: { ...place, pinned: draft.pinned } })
  }

  /** It has an earlier text: what was typed since is still to go. */
  private more(draft: Draft<T>) {
    this.set({ draft, saved: 'typing', savedAt: draft.updatedAt, refusal: undefined })
    this.keep(this.copy)
    this.later(pause)
  }

  /** Somebody else saved first. */
  private async collide() {
    const answer = await this.ask('')
    const theirs = answer?.draft
    if (!theirs) {
      this.set({ saved: answer?.status === 401 ? 'waiting for sign-in' : 'offline' })
      if (answer?.status !== 401) this.later(tries[Math.min(this.turn++, tries.length - 1)]!)
      return
    }
    this.meet(theirs, this.copy)
  }

  private meet(theirs: Draft<T>, mine: Copy<T>) {
    if (same(mine, copyOf(theirs))) return this.take(theirs)
    if (this.base && same(this.base, copyOf(theirs))) {
      // only how it stands changed, such as by a publication whose answer got lost: no words meet
      this.at = theirs.version
      return this.more(theirs)
    }
    this.stopTimer()
    this.set({ draft: theirs, saved: 'typing', conflict: { mine, theirs, base: this.base } })
  }

  /**
   * The person chose. The text that came late is a version already: the server keeps what it
   * refuses as too late.
   */
  async resolve(chosen: Copy<T>): Promise<void> {
    const { conflict } = this.view
    if (!conflict) return
    const { theirs } = conflict
    if (same(chosen, copyOf(theirs))) return this.take(theirs)
    this.base = copyOf(theirs)
    this.at = theirs.version
    this.set({ conflict: undefined })
    this.edit(chosen)
    await this.save(false)
  }

  /**
   * Publish, hide and the like: what is typed goes first. Gives the refusal, or nothing when it
   * went well.
   */
  async act(word: string, body?: unknown): Promise<Refusal | undefined> {
    if (this.at === 0) this.release ??= this.parts.hold() // a new one that nobody wrote in yet
    if (!(await this.save(false)))
      return this.view.refusal ?? unsent(this.view.conflict ? 'conflict' : notSent[this.view.saved])
    const acting = this.tell(word, body)
    // what is typed meanwhile waits: it would come too late for the version that this act makes
    const going = acting.then(nothing, nothing)
    this.going = going
    void going.then(() => {
      if (this.going === going) this.going = undefined
    })
    return acting
  }

  private async tell(word: string, body: unknown): Promise<Refusal | undefined> {
    const acted = this.body(this.copy)
    const answer = await this.ask('/' + word, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-match': `"${this.at}"` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer) return unsent()
    if (answer.status === 412) {
      await this.collide()
      return { status: 412, code: 'conflict', fields: [] }
    }
    if (!answer.ok) return refusalOf(answer)
    const { draft } = answer
    if (!draft) return unsent()
    if (this.body(this.copy) === acted) this.take(draft)
    else {
      this.at = draft.version
      this.build(draft)
      this.more(draft)
    }
    return undefined
  }

  /** Another part of the screen changed this document. What is typed here stays. */
  savedElsewhere(draft: Draft<T>): void {
    if (draft.id !== this.id || this.unsaved) return
    this.take(draft)
  }

  /**
   * Asks again what keeps it from being published: something else than its words changed. The words
   * stay.
   */
  async recheck(): Promise<void> {
    if (this.at === 0 || this.unsaved) return // saving tells it too
    const draft = (await this.ask(''))?.draft
    if (draft && draft.version === this.at && !this.unsaved && !this.view.conflict)
      this.set({ draft })
  }

  /** The browser lost the network: what is under way hardly arrives. */
  away(): void {
    if (this.unsaved && this.view.saved === 'saving') this.set({ saved: 'offline' })
  }

  /** Signed in again, or on the network again. */
  wake(): void {
    if (this.view.is === 'failed') return void this.load()
    if (!this.unsaved || this.view.conflict) return
    if (this.view.saved === 'waiting for sign-in') this.set({ saved: 'typing' })
    void this.save()
  }

  here = async (): Promise<void> => {
    if (this.at === 0) return
    const answer = await this.ask('/presence', { method: 'POST' })
    const body = answer?.ok
      ? ((await answer.json().catch(() => undefined)) as { others?: Person[] } | undefined)
      : undefined
    if (body) this.set({ others: body.others ?? [] })
  }

  /** Nothing of it may be sent any more: somebody else sits here now. */
  close(): void {
    this.closed = true
    this.stopTimer()
    this.release?.()
    this.release = undefined
    this.waits?.()
    this.waits = undefined
  }
}
