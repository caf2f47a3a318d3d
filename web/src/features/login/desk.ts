// What the sign-in page does, without its looks: the first look at the provider, the two ways in,
// and what follows when one fails.
import { AuthError, logError, logged, type AuthCode } from '../../auth/errors'
import { reactionTo, sayAuth } from '../../auth/messages'
import {
  browserClock,
  type Auth,
  type Clock,
  type SignInOptions,
  type User,
} from '../../auth/types'
import { unsaved } from '../../layout/unsaved'
import type { SessionSource } from '../../page'

/** Something went wrong. `pressed`: it answers a press, so its words take the focus. */
export interface Trouble {
  code: AuthCode
  /** Under which it stands in the log. */
  id?: string | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  pressed: boolean
}

export interface DeskState {
  /** Without it no window may open yet: opening must happen inside the click. */
  auth?: Auth | undefined
  trouble?: Trouble | undefined
  /** A quiet line. */
  said: string
  looking: boolean
}

/** Between two looks whether the provider is back. */
const patience = 30_000
/** Seconds, when the server does not name how long to wait. */
const pause = 60

const unreachable = 'auth/network-request-failed'
const isUnreachable = (e: unknown) => e instanceof AuthError && e.code === unreachable

/** Said to who pressed before there was anything to sign in with. */
const tooEarly = 'Even geduld, het inloggen wordt klaargezet.'
const pressAgain = 'Het inloggen staat klaar. Druk nog een keer op Inloggen.'

/** Said, quietly, to who stopped by themselves. */
export const notSignedIn = 'Je bent niet ingelogd.'

export class Desk {
  private state: DeskState = { said: '', looking: false }
  private turn = 0
  private open = false
  private stopTimer = () => {}
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly session: SessionSource,
    private readonly clock: Clock = browserClock,
  ) {}

  readonly get = () => this.state
  readonly subscribe = (tell: () => void) => {
    this.listeners.add(tell)
    return () => void this.listeners.delete(tell)
  }

  /** Looks, and goes on looking while the provider is away. Gives the function that stops. */
  start(): () => void {
    const seen = () => {
      if (document.visibilityState === 'visible') this.recover()
    }
    this.open = true
    void this.look(false)
    addEventListener('online', this.recover)
    document.addEventListener('visibilitychange', seen)
    addEventListener('pageshow', this.back)
    return () => {
      this.open = false
      this.stopTimer()
      removeEventListener('online', this.recover)
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('pageshow', this.back)
    }
  }

  /** Call it inside the click. */
  popup(options: SignInOptions, done: (user: User) => void): void {
    const go = (auth: Auth) =>
      auth.signInPopup(options).catch((e: unknown) => {
        if (!(e instanceof AuthError && e.code === 'auth/popup-too-small')) throw e
        this.redirect({ ...options, first: true })
        return new Promise<never>(() => {}) // the page leaves, and the redirect answers for itself
      })
    this.run(go, 'Het inlogvenster staat open.', done)
  }
  redirect(options: SignInOptions): void {
    const stay = unsaved.leave()
    this.run(auth => auth.signInRedirect(options).finally(stay), 'Je gaat naar de inlogpagina.')
  }

  /** Is the provider there, and does it know this person? `pressed`: somebody asked for it. */
  async look(pressed: boolean): Promise<void> {
    if (this.state.looking) return
    const before = this.state.trouble?.code
    this.set({ looking: true })
    try {
      await this.ask(pressed || before === unreachable)
      if (this.state.trouble?.code === unreachable)
        this.set({ trouble: undefined, said: 'De inlogdienst doet het weer. Je kunt inloggen.' })
    } catch (e) {
      if (!pressed && before === unreachable && isUnreachable(e))
        this.arm() // nothing new to say
      else this.fail(e, pressed)
    } finally {
      this.set({ looking: false })
    }
  }

  /**
   * A failing silent check says nothing about signing in by hand; only when `strict` it shows that
   * the provider is away. Who was just signed out is not signed in again behind their back: when
   * our server keeps refusing, that would go round for ever.
   */
  private async ask(strict: boolean): Promise<void> {
    const auth = await this.session.open().catch(cause => {
      throw new AuthError(unreachable, { cause })
    })
    this.set({ auth, said: this.state.said === tooEarly ? pressAgain : this.state.said })
    const ready = auth.ready() // at once: our own server may be slow
    ready.catch(() => undefined)
    await auth.start()
    await ready
    if (auth.user || this.session.get().why !== undefined) return
    await auth.signInSilent().catch((e: unknown) => {
      if (strict && isUnreachable(e)) throw e
    })
  }

  /**
   * Never waits for an earlier press: a newer window takes the place of the older one, and only the
   * newest press is answered. Who walked on to another page meanwhile is signed in, and stays
   * there.
   */
  private run<T>(
    go: (auth: Auth) => Promise<T>,
    words: string,
    done: (result: T) => void = () => {},
  ): void {
    const { auth } = this.state
    if (!auth) return this.set({ said: tooEarly })
    const mine = ++this.turn
    const started = go(auth) // first of all: the window opens inside the click
    this.session.told()
    this.set({ trouble: undefined, said: words })
    started.then(
      result => {
        this.set({ said: '' })
        if (this.open) done(result)
      },
      (e: unknown) => {
        if (mine === this.turn) this.fail(e, true)
      },
    )
  }

  private fail(e: unknown, pressed: boolean): void {
    const error = e instanceof AuthError ? e : new AuthError('auth/internal-error', { cause: e })
    const { code, id, retryAfter } = error
    if (logged(code)) logError(error)
    // Without a sentence it is no trouble: the person closed the window, or said no.
    this.set(
      sayAuth(code)
        ? { trouble: { code, id, retryAfter, pressed }, said: '' }
        : { trouble: undefined, said: notSignedIn },
    )
  }

  private set(next: Partial<DeskState>): void {
    this.state = { ...this.state, ...next }
    if ('trouble' in next) this.arm()
    for (const tell of this.listeners) tell()
  }

  /** Trouble that passes by itself is watched: the provider comes back, the pause ends. */
  private arm(): void {
    this.stopTimer()
    if (!this.open) return
    const { code, retryAfter } = this.state.trouble ?? {}
    if (code === unreachable) this.stopTimer = this.clock.after(patience, this.recover)
    else if (code && reactionTo(code).wait)
      this.stopTimer = this.clock.after((retryAfter ?? pause) * 1000, this.waited)
  }

  /** Back from the provider's page, to this one as it was left. */
  private readonly back = ({ persisted }: PageTransitionEvent) => {
    if (persisted) this.set({ said: '' })
  }
  private readonly recover = () => {
    if (this.state.trouble?.code === unreachable) void this.look(false)
  }
  private readonly waited = () =>
    this.set({ trouble: undefined, said: 'Je kunt het opnieuw proberen.' })
}
