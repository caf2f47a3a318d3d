// Signing in, put together: configuration, provider, popup, redirect and silent check.
import { readOnce } from './ask'
import { redirectArrival } from './callback'
import { configSource } from './config'
import { delaysFor, type Delay, type Delays, type Profile } from './delay'
import { domainCheck } from './domains'
import { AuthError, logError } from './errors'
import { AuthEvents, eventOf, type AuthEvent } from './events'
import { Popups } from './popup'
import { Provider } from './provider'
import { leave } from './redirect'
import { askInFrame } from './silent'
import { checkStorage } from './storageCheck'
import { asAuthError, rejectOurs } from './translate'
import {
  browserClock,
  type AuthConfig,
  type Clock,
  type SignedIn,
  type SignIn,
  type SignInOptions,
  type Tokens,
} from './types'

export interface SignInParts {
  clock?: Clock
  /** An app shell that wraps the site says `long`; a browser says nothing. */
  profile?: Profile
  /**
   * The configuration, when somebody else reads it as well: it outlives a provider that is down.
   */
  config?: () => Promise<AuthConfig>
}

export function createSignIn({ clock = browserClock, profile, config }: SignInParts = {}): SignIn {
  const delays = delaysFor(profile)
  return new BrowserSignIn(clock, delays, config ?? configSource(clock, delays))
}

class BrowserSignIn implements SignIn {
  private checking: Promise<SignedIn | null> | undefined
  private question = new AbortController()
  /** Sign-ins on their way. One by redirect stays: the page leaves with it. */
  private entering = 0
  private returning: Promise<SignedIn | null> | undefined
  private readonly events: AuthEvents
  /** Rejects where nobody may sign in. */
  private readonly allowed: (page: string) => Promise<void>
  /** What the provider says of itself; a failed load is dropped. */
  private readonly provider: () => Promise<Provider>
  private readonly popups: Popups

  constructor(
    private readonly clock: Clock,
    private readonly delays: Delays,
    private readonly config: () => Promise<AuthConfig>,
  ) {
    this.events = new AuthEvents(clock)
    this.allowed = domainCheck(clock, delays, config)
    this.provider = readOnce(() => this.load(delays.channel).catch(rejectOurs))
    this.popups = new Popups(clock, delays.popupPoll, this.events)
    const arrived = redirectArrival()
    if (arrived) this.events.deliver(eventOf('redirect', arrived)) // waits for the first who asks
  }

  async ready(): Promise<AuthConfig> {
    return (await this.provider()).config
  }

  popup(options: SignInOptions): Promise<SignedIn> {
    const wrong = wrongOptions(options)
    if (wrong) return Promise.reject(wrong)
    this.enter()
    return this.popups
      .start({
        check: () => Promise.all([this.allowed(location.href), checkStorage(this.clock)]),
        signIn: async navigate => (await this.provider()).signIn('popup', options, navigate),
      })
      .finally(() => this.entering--)
  }

  async redirect(options: SignInOptions): Promise<never> {
    const wrong = wrongOptions(options)
    if (wrong) throw wrong
    this.enter()
    this.popups.cancel()
    try {
      const [provider] = await Promise.all([this.provider(), checkStorage(this.clock)])
      return await leave(async () => {
        await this.allowed(location.href)
        return provider.request('redirect', options)
      })
    } catch (e) {
      this.entering--
      throw asAuthError(e)
    }
  }

  redirectResult(): Promise<SignedIn | null> {
    const asked = (this.returning ??= this.cameBack().catch(rejectOurs))
    const told = () => {
      this.returning = Promise.resolve(null)
    }
    asked.then(told, told)
    return asked
  }

  /**
   * Asked twice at once, it asks once. Whatever it finds stays in this tab: it cannot know whose
   * computer this is. It gives way to a sign-in, one that began before it too: two questions of one
   * browser at once take each other's cookie at the provider, and a form that is being filled in
   * starts over.
   */
  silent(): Promise<SignedIn | null> {
    if (this.entering > 0) return Promise.resolve(null)
    this.checking ??= this.check()
      .catch(rejectOurs)
      .finally(() => {
        this.checking = undefined
      })
    return this.checking
  }

  async refresh(refreshToken: string): Promise<Tokens> {
    if (typeof refreshToken !== 'string') throw new AuthError('auth/argument-error')
    return (await this.provider()).refresh(refreshToken)
  }

  /**
   * Asks the provider anew whether it is there: who signs out must not end on an error page, nor
   * wait long.
   */
  async endSession(idToken: string): Promise<string | undefined> {
    try {
      const provider = await this.load(this.delays.silent)
      return await provider.endSession(idToken)
    } catch (e) {
      logError(asAuthError(e), 'sign-out')
      return undefined
    }
  }

  private enter(): void {
    this.entering++
    this.question.abort()
  }

  private async load(patience: Delay): Promise<Provider> {
    return Provider.load(await this.config(), this.clock, this.delays, patience)
  }

  private async cameBack(): Promise<SignedIn | null> {
    let event: AuthEvent | undefined
    const unregister = this.events.register({ type: 'redirect', id: '', take: e => (event = e) })
    unregister()
    if (!event) return null
    const provider = await this.provider()
    return provider.finish(event, going => leave(() => Promise.resolve(going)))
  }

  private async check(): Promise<SignedIn | null> {
    this.question = new AbortController()
    const { signal } = this.question
    const provider = await this.provider()
    const event = await askInFrame(
      await provider.request('silent', { shared: true }),
      this.delays.silent.get(),
      this.clock,
      this.events,
      signal,
    )
    const result = event && (await provider.finish(event, () => Promise.resolve(null)))
    return signal.aborted ? null : result
  }
}

function wrongOptions(options: SignInOptions): AuthError | undefined {
  const { shared, returnTo, again, first } = (options ?? {}) as Partial<
    Record<keyof SignInOptions, unknown>
  >
  const right =
    typeof shared === 'boolean' &&
    (returnTo === undefined || typeof returnTo === 'string') &&
    (again === undefined || typeof again === 'boolean') &&
    (first === undefined || typeof first === 'boolean')
  return right ? undefined : new AuthError('auth/argument-error')
}
