import { AuthError, type AuthCode } from './errors'
import { Listeners } from './listeners'
import { turns, type Lock } from './lock'
import { endingCode, Refresher } from './refresh'
import { recentLogin, secondStep } from './sessionCalls'
import type { ShellLink } from './shellLink'
import type { TokenSync } from './sync'
import { changeFor, type Tabs } from './tabs'
import type { Traces } from './traces'
import type { Auth, AuthConfig, Clock, SignedIn, SignIn, SignInOptions, User } from './types'
import { readUser } from './user'
import type { UserStore } from './userStore'

export interface AuthParts {
  signIn: SignIn
  store: UserStore
  sync: TokenSync
  lock: Lock
  tabs: Tabs
  shell: Pick<ShellLink, 'tell'>
  traces: Traces
  flag: { raise(shared: boolean): void; drop(): void }
  clock: Clock
  log: (error: unknown, doing: string) => void
}

/**
 * Another tab may hold the lock while its network hangs: who signs in or out does not wait longer
 * for it.
 */
const lockPatience = 5000
/** The page is about to leave; the worker has had its 3 s and more, and what lay here is gone. */
const shellPatience = 4000

const expired = 'auth/user-token-expired'
/** The server heard the token, and makes no session with it. */
const refusals: readonly AuthCode[] = ['auth/login-blocked', secondStep]

export class TabAuth extends Listeners implements Auth {
  user: User | null = null
  ahead = 0
  private again = false
  /** Who is about to go in another tab, and why. */
  private leaving: { uid: string; why: AuthCode | undefined } | undefined
  private started: Promise<void> | undefined
  private readonly inTurn = turns()
  private readonly refresher: Refresher

  constructor(private readonly parts: AuthParts) {
    const { clock, lock, store, log } = parts
    super(log)
    this.refresher = new Refresher({
      clock,
      lock,
      current: () => this.user,
      kept: newest => (newest ? this.newest() : store.load()),
      renew: user => this.renew(user),
      save: user => store.save(user),
      adopt: user => this.adopt(user),
      ended: why => void this.end(this.user, why),
      log: error => log(error, 'refresh'),
    })
  }

  start(): Promise<void> {
    this.started ??= this.inTurn(() => this.begin()).catch(this.warn('start'))
    return this.started
  }

  async ready(): Promise<AuthConfig> {
    const config = await this.parts.signIn.ready()
    this.ahead = config.ahead
    return config
  }

  async signInPopup(options: SignInOptions): Promise<User> {
    // before any await: the window must open inside the click
    const answer = this.parts.signIn.popup(this.asking(options))
    answer.catch(() => undefined) // told below, after the start
    await this.start()
    return this.signedIn(await answer)
  }

  signInRedirect(options: SignInOptions): Promise<never> {
    return this.start().then(() => this.parts.signIn.redirect(this.asking(options)))
  }

  async redirectResult(): Promise<{ user: User; returnTo: string } | null> {
    await this.start()
    const answer = await this.parts.signIn.redirectResult()
    return answer && { user: await this.signedIn(answer), returnTo: answer.returnTo }
  }

  async signInSilent(): Promise<User | null> {
    await this.start()
    if (this.parts.traces.leftOpen()) return null
    const answer = await this.parts.signIn.silent()
    return answer && this.signedIn(answer, true)
  }

  async signOut(): Promise<string> {
    await this.start()
    const idToken = await this.inTurn(async () => {
      const last = this.user?.idToken
      await this.leave()
      return last
    })
    if (!idToken) return '/'
    const address = await this.parts.signIn.endSession(idToken).catch(this.warn('sign-out'))
    if (!address) this.parts.traces.leaveOpen()
    return address || '/'
  }

  async fetch(input: string, init?: RequestInit): Promise<Response> {
    await this.demand()
    const { user } = this
    const first = await fetch(input, init)
    const ahead = Date.parse(first.headers.get('date') ?? '') - this.parts.clock.now()
    // a second or two is how long an answer takes
    if (Math.abs(ahead - this.ahead) > 2000) this.ahead = ahead
    if (first.status !== 401 || !user) return first
    await this.heal(user)
    const healed = this.user
    const second = healed ? await fetch(input, init) : first
    if (second.status === 401) await this.end(healed, expired)
    return second
  }

  /** The page is looked at again, or (`online`) there is a network again. */
  wake(online: boolean): void {
    this.refresher.wake(online)
    void this.parts.sync.retry().catch(this.warn('sign-out'))
  }

  private async begin(): Promise<void> {
    const { store, tabs, flag } = this.parts
    await store.watch(this.look)
    tabs.listen({
      look: this.look,
      leaving: (uid, why) => void this.inTurn(() => this.otherLeaves(uid, why)),
      shared: () => (this.user?.shared ? this.user : null),
    })
    const kept = await store.load().catch(this.warn('storage'))
    if (kept === undefined) return // nobody can tell: no reason to end a session
    if (!kept) {
      flag.drop()
      return this.parts.sync.run(null).catch(this.warn('session'))
    }
    this.user = kept
    const why = await this.check(kept)
    if (why) return this.leave(why)
    if (!this.user) return
    this.become(this.user, undefined, null)
    if (!this.user.shared) void this.parts.shell.tell('signedIn')
  }

  /**
   * Page load: whether the server still knows the person. Gives the code when it does not, nothing
   * when it does or when it is out of reach.
   */
  private async check(kept: User): Promise<AuthCode | undefined> {
    let word = await this.parts.sync.ask(kept)
    if (word === 'gone') {
      try {
        await this.heal(kept, false)
      } catch (error) {
        return endingCode(error)
      }
      if (!this.user) return undefined
      word = await this.parts.sync.ask(this.user)
    }
    return word === 'refused' || word === 'gone' ? expired : undefined
  }

  /**
   * A new session by new tokens. A refused POST shows in the next call; being out of reach rejects,
   * and so does a provider that refuses.
   */
  private async heal(stale: User, leaves = true): Promise<void> {
    try {
      await this.refresher.refresh(stale)
    } catch (error) {
      const why = endingCode(error)
      if (why && leaves) await this.end(stale, why)
      throw error
    }
    await this.tellServer(this.user).catch((error: unknown) => {
      if (error instanceof AuthError && !refusals.includes(error.code)) throw error
    })
  }

  /** `quietly`: nobody asked for it, so it takes nobody's place. */
  private signedIn({ tokens, shared }: SignedIn, quietly = false): Promise<User> {
    return this.inTurn(async () => {
      const { clock, store, tabs, shell, traces } = this.parts
      const before = this.user
      // the same token: two parts of a page asked for one answer
      if (before && (quietly || before.idToken === tokens.idToken)) return before
      const user = readUser(tokens, shared, clock.now())
      await this.runHooks(before, user)
      await this.exclusive(() => store.save(user))
      if (before?.uid !== user.uid) void traces.claim(user.uid)
      this.again = false
      traces.closed()
      this.become(user)
      tabs.tellLook()
      // on a shared computer nothing outlives the tab
      if (!shared) void shell.tell(before && before.uid !== user.uid ? 'changed' : 'signedIn')
      return user
    })
  }

  /**
   * First the server, then who asked to be asked. When one of those says no, the server hears that
   * nothing changed.
   */
  private async runHooks(before: User | null, user: User): Promise<void> {
    await this.tellServer(user)
    try {
      for (const hook of this.hooks) await hook(user)
    } catch (cause) {
      await this.parts.sync.restore(before).catch(this.warn('session'))
      throw cause instanceof AuthError ? cause : new AuthError('auth/login-blocked', { cause })
    }
  }

  /** The server or the provider no longer knows this person. Whoever signed in meanwhile stays. */
  private end(user: User | null, why: AuthCode): Promise<void> {
    return this.inTurn(async () => {
      if (user && this.user?.uid === user.uid) await this.leave(why)
    })
  }

  /**
   * Signs out here and in all tabs; `why` when it is not the person's own wish. Never rejects. With
   * nobody signed in here the stores are emptied all the same: perhaps they could not be read when
   * the page was loaded.
   */
  private async leave(why?: AuthCode): Promise<void> {
    const {
      user,
      parts: { sync, store, tabs, shell, clock },
    } = this
    this.refresher.follow(null)
    await sync.run(null).catch(this.warn('sign-out'))
    if (user) {
      // signing out cannot be held up
      for (const hook of this.hooks) await hook(null).catch(this.warn('sign-out'))
      tabs.tellLeaving(user.uid, why)
    }
    await this.exclusive(() => store.clear()).catch(this.warn('sign-out'))
    const gone = this.forget(user, why)
    this.become(null, why)
    tabs.tellLook()
    await Promise.race([
      Promise.all([shell.tell('signedOut'), gone]),
      new Promise<void>(go => void clock.after(shellPatience, go)),
    ])
  }

  /** Another tab changed who is kept. */
  private readonly look = (): void =>
    void this.inTurn(async () => {
      const kept = await this.parts.store.load().catch(this.warn('storage'))
      if (kept !== undefined) this.adopt(kept)
    })

  /**
   * Another tab is about to sign out. A copy of the same person in this tab only, on a shared
   * computer, goes as well.
   */
  private async otherLeaves(uid: string, why: AuthCode | undefined): Promise<void> {
    this.leaving = { uid, why }
    if (!this.user?.shared || this.user.uid !== uid) return
    await this.parts.store.clear().catch(this.warn('storage'))
    this.adopt(null)
  }

  /** Takes over what the store holds already: no hook can stop that any more. */
  private adopt(kept: User | null): void {
    const before = this.user
    const change = changeFor(before, kept)
    if (change === 'nothing') return
    const why = !kept && this.leaving?.uid === before?.uid ? this.leaving?.why : undefined
    this.leaving = undefined
    if (change === 'replace' && before) void this.forget(before, why)
    if (change === 'replace' && kept) void this.parts.traces.claim(kept.uid)
    this.become(kept, why)
  }

  /** Drafts go with the person, unless that person did not ask to go. */
  private forget(user: User | null, why: AuthCode | undefined): Promise<unknown> {
    const { traces } = this.parts
    return user && why === expired ? traces.keepFor(user.uid) : traces.wipe()
  }

  /**
   * This person is the one here from now on. Each tab tells the server of each token; failing at
   * that is only logged, the next token is told again.
   */
  private become(user: User | null, why?: AuthCode, before = this.user): void {
    const { flag } = this.parts
    this.user = user
    this.refresher.follow(user)
    void this.tellServer(user).catch(this.warn('session'))
    if (user) flag.raise(user.shared)
    else flag.drop()
    this.tell(before, user, why)
  }

  private async newest(): Promise<User | null> {
    const { store, tabs } = this.parts
    const kept = await store.load()
    const newer = kept?.shared ? await tabs.newerThan(kept) : undefined
    if (newer) await store.save(newer)
    return newer ?? kept
  }

  private async renew(stale: User): Promise<User> {
    const { signIn, clock, store } = this.parts
    const tokens = await signIn.refresh(stale.refreshToken!)
    const fresh = readUser(
      { ...tokens, refreshToken: tokens.refreshToken ?? stale.refreshToken! },
      stale.shared,
      clock.now(),
    )
    if (fresh.uid === stale.uid && fresh.authTime === stale.authTime) return fresh
    // somebody signed in anew meanwhile: what that tab kept counts; when it kept nothing, sign in
    // again
    const kept = await store.load()
    if (kept && kept.idToken !== stale.idToken && kept.expiresAt > clock.now()) return kept
    const again = await signIn.silent()
    const anew = again && readUser(again.tokens, stale.shared, clock.now())
    if (anew?.uid === stale.uid) return anew
    throw new AuthError(expired)
  }

  /**
   * Tokens that are about to expire are renewed first. When that fails the call goes on: the
   * session may well be alive.
   */
  private async demand(): Promise<void> {
    const { user } = this
    try {
      await this.refresher.demand()
    } catch (error) {
      const why = endingCode(error)
      if (why) await this.end(user, why)
      else this.log(error, 'refresh')
    }
  }

  private asking(options: SignInOptions): SignInOptions {
    return this.again || this.parts.traces.leftOpen() ? { ...options, again: true } : options
  }

  /** Remembers what the next sign-in must ask for, when the server wants more than this token. */
  private async tellServer(user: User | null): Promise<void> {
    try {
      await this.parts.sync.run(user)
    } catch (error) {
      const { code, cause } = error as Partial<AuthError>
      if (cause === recentLogin) this.again = true
      // whoever is known there by a password alone would be refused here again
      if (code === secondStep) this.parts.traces.leaveOpen()
      throw error
    }
  }

  /** Under the lock of the refresh, so that no other tab writes old tokens over this. */
  private async exclusive(write: () => Promise<void>): Promise<void> {
    const { lock, clock } = this.parts
    let written: Promise<void> | undefined
    const once = () => (written ??= write())
    await Promise.race([
      lock(once),
      new Promise<void>(go => void clock.after(lockPatience, go)).then(once),
    ])
  }

  private warn(doing: string): (error: unknown) => undefined {
    return error => void this.log(error, doing)
  }
}
