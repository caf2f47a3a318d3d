// The identity provider, spoken to with oidc-client-ts: PKCE, state and addresses are the
// library's. The call for tokens is ours: the library keeps to itself with which status an error
// came, so that a Keycloak that is down (503) reads as a fault, and an answer that stops halfway is
// waited for without end (library.test.ts). UserManager makes that call itself: hence OidcClient.
import { OidcClient, WebStorageStateStore, type OidcMetadata } from 'oidc-client-ts'
import { ask, members } from './ask'
import { callbackPaths, isExpired } from './callback'
import { claimsOf } from './claims'
import { isWebAddress } from './config'
import type { Delay, Delays } from './delay'
import { AuthError } from './errors'
import type { AuthEvent, EventType, Going, Navigate } from './events'
import { safeReturn } from './returnTo'
import { refused } from './translate'
import type { AuthConfig, Clock, SignedIn, SignInOptions, Tokens } from './types'

/** What a started sign-in remembers of itself, in this tab, until its answer comes. */
interface Started extends SignInOptions {
  /** How often the provider gave up waiting for the person. */
  round: number
  startedAt: number
}

/**
 * A passkey belongs on somebody's own device. Whoever has no second step is offered to make one
 * there; a silent check asks for nothing.
 */
function secondStep(type: EventType, { shared, first }: SignInOptions) {
  if (type === 'silent') return {}
  if (shared) return { acr_values: 'code-app' }
  if (!first) return {}
  const kc_action = 'webauthn-register-passwordless:skip_if_exists'
  return { acr_values: 'passkey', extraQueryParams: { kc_action } }
}

const scope = 'openid profile email'
const startedSeconds = 900

export class Provider {
  private constructor(
    readonly config: AuthConfig,
    private readonly metadata: Partial<OidcMetadata>,
    private readonly clock: Clock,
    private readonly delays: Delays,
  ) {}

  /**
   * Reads the discovery document. Rejects with `network-request-failed` when that is not to be had
   * within `patience`.
   */
  static async load(
    config: AuthConfig,
    clock: Clock,
    delays: Delays,
    patience: Delay,
  ): Promise<Provider> {
    const { status, body } = await ask(
      clock,
      patience.get(),
      `${plain(config.issuer)}/.well-known/openid-configuration`,
      { credentials: 'omit' },
    )
    const metadata = members(body) as Partial<OidcMetadata>
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri } = metadata
    const places = [authorization_endpoint, token_endpoint, jwks_uri]
    if (status !== 200 || typeof issuer !== 'string' || !places.every(isWebAddress))
      throw new AuthError('auth/network-request-failed')
    if (plain(issuer) !== plain(config.issuer))
      throw new AuthError('auth/auth-domain-config-required')
    return new Provider(config, metadata, clock, delays)
  }

  /** Where to go for this sign-in. */
  async request(type: EventType, options: SignInOptions, round = 0): Promise<Going> {
    if (!window.crypto?.subtle) throw new AuthError('auth/web-storage-unsupported')
    const prompt = type === 'silent' ? 'none' : options.again ? 'login' : undefined
    const { url, state } = await this.client().createSigninRequest({
      redirect_uri: location.origin + callbackPaths[type],
      request_type: type,
      nonce: crypto.randomUUID(),
      state: { ...options, round, startedAt: this.clock.now() } satisfies Started,
      ui_locales: 'nl',
      ...(type === 'popup' ? { display: 'popup' } : {}),
      ...secondStep(type, options),
      ...(prompt ? { prompt } : {}),
    })
    return { url, state: state.id }
  }

  /** There and back again; null as for `finish`, or when `navigate` was called off. */
  async signIn(
    type: EventType,
    options: SignInOptions,
    navigate: Navigate,
    round = 0,
  ): Promise<SignedIn | null> {
    const event = await navigate(await this.request(type, options, round))
    return event && this.finish(event, navigate)
  }

  /**
   * Turns an answer into tokens; when the person took too long, once, `navigate` is for another
   * round. Null (silent only): nobody is signed in there. An answer to nothing we asked, or to
   * something we asked long ago, is `invalid-auth-event`.
   */
  async finish(event: AuthEvent, navigate: Navigate): Promise<SignedIn | null> {
    const { state, response } = await this.startedFor(event)
    const { code, error, error_description: description } = response
    const started = state.data as Started
    if (error && isExpired(error, description) && started.round === 0)
      return this.signIn(event.type, started, navigate, 1)
    if (error) return refused(error, event.type, description)
    if (!code || !state.code_verifier) throw new AuthError('auth/invalid-auth-event')
    const tokens = await this.tokens('exchange', {
      grant_type: 'authorization_code',
      code,
      code_verifier: state.code_verifier,
      redirect_uri: state.redirect_uri,
    })
    if (claimsOf(tokens.idToken)['nonce'] !== state.nonce)
      throw new AuthError('auth/invalid-auth-event')
    return { tokens, shared: started.shared, returnTo: safeReturn(started.returnTo) }
  }

  /** Rejects with `user-token-expired` or `user-disabled` when the provider will not have it. */
  async refresh(refreshToken: string): Promise<Tokens> {
    return {
      refreshToken,
      ...(await this.tokens('refresh', {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })),
    }
  }

  /** Where to go to end the session there; undefined when it has no such place. */
  async endSession(idToken: string): Promise<string | undefined> {
    if (!isWebAddress(this.metadata.end_session_endpoint)) return undefined
    const { url } = await this.client().createSignoutRequest({
      id_token_hint: idToken,
      post_logout_redirect_uri: location.origin + '/',
    })
    return url
  }

  /**
   * Made for each use: reading sessionStorage throws where it is blocked, and only then may that be
   * a failure.
   */
  private client(): OidcClient {
    const store = window.sessionStorage as Storage | null
    if (!store) throw new AuthError('auth/web-storage-unsupported')
    return new OidcClient({
      authority: this.config.issuer,
      client_id: this.config.clientId,
      redirect_uri: location.origin + callbackPaths.redirect,
      metadata: this.metadata,
      scope,
      staleStateAgeInSeconds: startedSeconds,
      stateStore: new WebStorageStateStore({ prefix: 'hr.signin.', store }),
    })
  }

  /**
   * Takes the stored state of an answer out of the store: the same answer finds nothing a second
   * time.
   */
  private async startedFor({ type, url }: AuthEvent) {
    const found = await this.client()
      .readSigninResponseState(url, true)
      .catch((cause: unknown) => {
        throw new AuthError('auth/invalid-auth-event', { cause })
      })
    const { authority, client_id, request_type, data } = found.state
    const issuer = new URL(url).searchParams.get('iss')
    const ours =
      authority === this.config.issuer &&
      client_id === this.config.clientId &&
      request_type === type &&
      (issuer === null || plain(issuer) === plain(this.config.issuer))
    const age = this.clock.now() - (data as Started).startedAt
    if (!ours || age > startedSeconds * 1000) throw new AuthError('auth/invalid-auth-event')
    return found
  }

  private async tokens(
    moment: 'exchange' | 'refresh',
    words: Record<string, string>,
  ): Promise<Tokens> {
    const { status, body } = await ask(
      this.clock,
      this.delays.network.get(),
      this.metadata.token_endpoint!,
      {
        method: 'POST',
        credentials: 'omit',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ client_id: this.config.clientId, ...words }),
      },
    )
    if (body === undefined) throw new AuthError('auth/network-request-failed')
    const { error, error_description, id_token, access_token, refresh_token, expires_in } =
      members(body)
    if (typeof error === 'string') refused(error, moment, error_description)
    const whole =
      status === 200 &&
      typeof id_token === 'string' &&
      typeof access_token === 'string' &&
      typeof expires_in === 'number'
    if (!whole) throw new AuthError('auth/internal-error')
    return {
      idToken: id_token,
      accessToken: access_token,
      expiresIn: expires_in,
      ...(typeof refresh_token === 'string' ? { refreshToken: refresh_token } : {}),
    }
  }
}

const plain = (issuer: string) => issuer.replace(/\/+$/, '')
