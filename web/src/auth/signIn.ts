// Signing in, put together: configuration, provider, popup, redirect and silent check.
import { redirectArrival } from './callback'
import { configSource } from './config'
import { delaysFor, type Delays, type Profile } from './delay'
import { Domains } from './domains'
import { AuthError, logError } from './errors'
import { AuthEvents, type AuthEvent, type EventType } from './events'
import { Popups, type Going } from './popup'
import { Provider, type Started } from './provider'
import { announceArrival, leave, waitingRedirect } from './redirect'
import { safeReturn } from './returnTo'
import { askInFrame } from './silent'
import { checkStorage } from './storageCheck'
import { asAuthError } from './translate'
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

interface Channel {
  config: AuthConfig
  provider: Provider
}

class BrowserSignIn implements SignIn {
  private loading: Promise<Channel> | undefined
  private checking: Promise<SignedIn | null> | undefined
  private question = new AbortController()
  /** Sign-ins on their way. One by redirect stays: the page leaves with it. */
  private entering = 0
  private returning: Promise<SignedIn | null> | undefined
  private readonly events: AuthEvents
  private readonly domains: Domains
  private readonly popups: Popups

  constructor(
    private readonly clock: Clock,
    private readonly delays: Delays,
    private readonly config: () => Promise<AuthConfig>,
  ) {
    this.events = new AuthEvents(clock)
    this.domains = new Domains(clock, delays)
    this.popups = new Popups(clock, delays.popupPoll, this.events)
    announceArrival(redirectArrival(), this.events)
  }

  async ready(): Promise<AuthConfig> {
    return (await this.channel()).config
  }

  popup(options: SignInOptions): Promise<SignedIn> {
    const wrong = wrongOptions(options)
    if (wrong) return Promise.reject(wrong)
    this.enter()
    return this.popups
      .start<SignedIn>({
        check: () => Promise.all([this.allowed(), checkStorage(this.clock)]),
        prepare: () => this.request('popup', options),
        finish: event => this.finish(event),
      })
      .finally(() => this.entering--)
  }

  async redirect(options: SignInOptions): Promise<never> {
    const wrong = wrongOptions(options)
    if (wrong) throw wrong
    this.enter()
    this.popups.cancel()
    try {
      await Promise.all([this.channel(), checkStorage(this.clock)])
      return await leave(async () => {
        await this.allowed()
        return this.request('redirect', options)
      })
    } catch (e) {
      this.entering--
      throw asAuthError(e)
    }
  }

  redirectResult(): Promise<SignedIn | null> {
    const asked = (this.returning ??= this.cameBack())
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
    this.checking ??= this.check().finally(() => {
      this.checking = undefined
    })
    return this.checking
  }

  async refresh(refreshToken: string): Promise<Tokens> {
    if (typeof refreshToken !== 'string') throw new AuthError('auth/argument-error')
    const { provider } = await this.channel()
    return provider.refresh(refreshToken)
  }

  /**
   * Asks the provider anew whether it is there: who signs out must not end on an error page, nor
   * wait long.
   */
  async endSession(idToken: string): Promise<string | undefined> {
    try {
      const provider = await Provider.load(
        await this.config(),
        this.clock,
        this.delays,
        this.delays.silent,
      )
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

  private channel(): Promise<Channel> {
    this.loading ??= this.load().catch((e: unknown) => {
      this.loading = undefined
      throw asAuthError(e)
    })
    return this.loading
  }

  private async load(): Promise<Channel> {
    const config = await this.config()
    return { config, provider: await Provider.load(config, this.clock, this.delays) }
  }

  private async allowed(): Promise<void> {
    const { clientId } = await this.config()
    await this.domains.check(clientId, location.href)
  }

  private async request(
    type: EventType,
    { shared, returnTo = '', again = false, first = false }: SignInOptions,
  ): Promise<Going> {
    const { provider } = await this.channel()
    return provider.request({ type, shared, again, first, returnTo, round: 0 })
  }

  private async finish(event: AuthEvent): Promise<SignedIn | { again: Going } | null> {
    const { provider } = await this.channel()
    const outcome = await provider.finish(event)
    if (!outcome) return null
    return 'once' in outcome
      ? { again: await provider.request(outcome.once) }
      : signedIn(outcome.tokens, outcome.started)
  }

  private async cameBack(): Promise<SignedIn | null> {
    const event = waitingRedirect(this.events)
    if (!event) return null
    try {
      const result = await this.finish(event)
      return result && 'again' in result ? await leave(() => Promise.resolve(result.again)) : result
    } catch (e) {
      throw asAuthError(e)
    }
  }

  private async check(): Promise<SignedIn | null> {
    this.question = new AbortController()
    const { signal } = this.question
    try {
      const going = await this.request('silent', { shared: true })
      const event = await askInFrame(
        going,
        this.delays.silent.get(),
        this.clock,
        this.events,
        signal,
      )
      const result = event && (await this.finish(event))
      return !result || 'again' in result || signal.aborted ? null : result
    } catch (e) {
      throw asAuthError(e)
    }
  }
}

function signedIn(tokens: Tokens, { shared, returnTo }: Started): SignedIn {
  return { tokens, shared, returnTo: safeReturn(returnTo) }
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
