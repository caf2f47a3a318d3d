// The identity provider, spoken to with oidc-client-ts: PKCE, state and addresses are the
// library's. The call for tokens is ours: the library hides the status of an answer, so that it
// cannot tell a proxy's 503 from a refusal, and it knows no time-out that changes.
import { OidcClient, WebStorageStateStore, type OidcMetadata } from 'oidc-client-ts'
import { ask, members } from './ask'
import { callbackPaths, isExpired } from './callback'
import { claimsOf } from './claims'
import { isWebAddress } from './config'
import type { Delay, Delays } from './delay'
import { AuthError } from './errors'
import type { AuthEvent, EventType } from './events'
import type { Going } from './popup'
import { asAuthError, providerError } from './translate'
import type { AuthConfig, Clock, Tokens } from './types'

/** What a started sign-in remembers of itself, in this tab, until its answer comes. */
export interface Started {
  type: EventType
  shared: boolean
  returnTo: string
  /** Ask for the password again. */
  again: boolean
  /** The person has no second step yet, and makes one on the way. */
  first?: boolean
  /** How often the provider gave up waiting for the person. */
  round: number
  startedAt: number
}

/** What an answer comes to: tokens, another round, or (silent only) nobody is signed in. */
export type Outcome = { tokens: Tokens; started: Started } | { once: Started } | null

/**
 * A passkey belongs on somebody's own device. Whoever has no second step is offered to make one
 * there; a silent check asks for nothing.
 */
function secondStep({ type, shared, first }: Pick<Started, 'type' | 'shared' | 'first'>) {
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
    private readonly config: AuthConfig,
    private readonly metadata: Partial<OidcMetadata> & Pick<OidcMetadata, 'token_endpoint'>,
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
    patience: Delay = delays.channel,
  ): Promise<Provider> {
    const { status, body } = await ask(
      clock,
      patience.get(),
      `${plain(config.issuer)}/.well-known/openid-configuration`,
      { credentials: 'omit' },
    )
    const { issuer, authorization_endpoint, token_endpoint, jwks_uri, end_session_endpoint } =
      members(body)
    const whole =
      status === 200 &&
      typeof issuer === 'string' &&
      isWebAddress(authorization_endpoint) &&
      isWebAddress(token_endpoint) &&
      isWebAddress(jwks_uri)
    if (!whole) throw new AuthError('auth/network-request-failed')
    if (plain(issuer) !== plain(config.issuer))
      throw new AuthError('auth/auth-domain-config-required')
    const signOut = isWebAddress(end_session_endpoint) ? { end_session_endpoint } : {}
    return new Provider(
      config,
      { issuer, authorization_endpoint, token_endpoint, jwks_uri, ...signOut },
      clock,
      delays,
    )
  }

  async request(started: Omit<Started, 'startedAt'>): Promise<Going> {
    if (!window.crypto?.subtle) throw new AuthError('auth/web-storage-unsupported')
    const prompt = started.type === 'silent' ? 'none' : started.again ? 'login' : undefined
    try {
      const { url, state } = await this.client().createSigninRequest({
        redirect_uri: location.origin + callbackPaths[started.type],
        request_type: started.type,
        nonce: crypto.randomUUID(),
        state: { ...started, startedAt: this.clock.now() } satisfies Started,
        ui_locales: 'nl',
        ...(started.type === 'popup' ? { display: 'popup' } : {}),
        ...secondStep(started),
        ...(prompt ? { prompt } : {}),
      })
      return { url, state: state.id }
    } catch (e) {
      throw asAuthError(e)
    }
  }

  /**
   * Turns an answer into tokens. An answer to nothing we asked, or to something we asked long ago,
   * is `invalid-auth-event`.
   */
  async finish(event: AuthEvent): Promise<Outcome> {
    const { answer, started, verifier, nonce, redirect } = await this.startedFor(event)
    if (answer.error && isExpired(answer.error, answer.error_description) && started.round === 0)
      return { once: { ...started, round: 1 } }
    if (answer.error) return refused(answer.error, event.type, answer.error_description)
    if (!answer.code || !verifier) throw new AuthError('auth/invalid-auth-event')
    const tokens = await this.tokens('exchange', {
      grant_type: 'authorization_code',
      code: answer.code,
      code_verifier: verifier,
      redirect_uri: redirect,
    })
    if (claimsOf(tokens.idToken).nonce !== nonce) throw new AuthError('auth/invalid-auth-event')
    return { tokens, started }
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
    if (!this.metadata.end_session_endpoint) return undefined
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
    const { state, response: answer } = await this.client()
      .readSigninResponseState(url, true)
      .catch((cause: unknown) => {
        throw new AuthError('auth/invalid-auth-event', { cause })
      })
    const started = state.data as Started
    const issuer = new URL(url).searchParams.get('iss')
    const ours =
      state.authority === this.config.issuer &&
      state.client_id === this.config.clientId &&
      started.type === type
    const old = this.clock.now() - started.startedAt > startedSeconds * 1000
    if (!ours || old || (issuer !== null && plain(issuer) !== plain(this.config.issuer)))
      throw new AuthError('auth/invalid-auth-event')
    return {
      answer,
      started,
      verifier: state.code_verifier,
      nonce: state.nonce,
      redirect: state.redirect_uri,
    }
  }

  private async tokens(
    moment: 'exchange' | 'refresh',
    words: Record<string, string>,
  ): Promise<Tokens> {
    const { status, body } = await ask(
      this.clock,
      this.delays.network.get(),
      this.metadata.token_endpoint,
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

/** Null: nobody is signed in there, which only a silent check may hear. */
function refused(
  error: string,
  moment: EventType | 'exchange' | 'refresh',
  description: unknown,
): null {
  const asked = moment === 'popup' || moment === 'redirect' ? 'answer' : moment
  const failure = providerError(
    error,
    asked,
    typeof description === 'string' ? description : undefined,
  )
  if (failure) throw failure
  return null
}

const plain = (issuer: string) => issuer.replace(/\/+$/, '')
