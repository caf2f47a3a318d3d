// What the parts of the sign-in know of each other. No code of the library shows
// here.
import type { components } from '../api/schema.gen'

/** Time, injected: tests move it by hand. `after` gives a function that stops the timer. */
export interface Clock {
  /** Milliseconds since 1970, by the browser's clock. */
  now(): number
  after(ms: number, run: () => void): () => void
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const id = setTimeout(run, ms)
    return () => clearTimeout(id)
  },
}

/** `/config.json`, checked. `ahead`: how many ms the server's clock is ahead of the browser's. */
export interface AuthConfig {
  issuer: string
  clientId: string
  sessionSyncPath: string
  ahead: number
}

export type Role = components['schemas']['Me']['roles'][number]

/** What a sign-in or a refresh brought. `expiresIn` in seconds. */
export interface Tokens {
  idToken: string
  accessToken: string
  refreshToken?: string
  expiresIn: number
}

/**
 * A person who is signed in, as it is stored. Moments in ms of the browser's clock, except `iat`
 * and `authTime`: seconds, by the provider's clock.
 */
export interface User extends Omit<Tokens, 'expiresIn'> {
  uid: string
  name: string
  roles: Role[]
  iat: number
  authTime: number
  receivedAt: number
  expiresAt: number
  /** A shared computer: nothing outlives this tab. */
  shared: boolean
}

export interface SignInOptions {
  shared: boolean
  /** Own path to go to afterwards. */
  returnTo?: string
  /** Ask for the password again (`prompt=login`). */
  again?: boolean
  /** The person has no second step yet: a popup said so. */
  first?: boolean
}

/** A sign-in that the provider finished; nothing is stored yet. */
export interface SignedIn {
  tokens: Tokens
  shared: boolean
  returnTo: string
}

/** Signing in with the provider. Every rejection is an AuthError. */
export interface SignIn {
  /**
   * Stage 1: configuration and discovery. A failed load is dropped, so that the
   * next call starts clean.
   */
  ready(): Promise<AuthConfig>
  /** Must be called inside the click: the window opens before anything is waited for. */
  popup(options: SignInOptions): Promise<SignedIn>
  /** Leaves the page; settles only by rejecting. */
  redirect(options: SignInOptions): Promise<never>
  /** The sign-in this page came back from; null when there is none. An error comes out once. */
  redirectResult(): Promise<SignedIn | null>
  /** `prompt=none` in a hidden frame; null: not signed in there. */
  silent(): Promise<SignedIn | null>
  refresh(refreshToken: string): Promise<Tokens>
  /**
   * Where to go to end the session at the provider; undefined when the provider cannot be reached.
   */
  endSession(idToken: string): Promise<string | undefined>
}

/** Who is signed in, in all tabs. */
export interface Auth {
  readonly user: User | null
  /** How many ms the server's clock is ahead of the browser's; 0 before its first answer. */
  readonly ahead: number
  /** Page load: stored user, then the server's word for it. Safe to call again. Never rejects. */
  start(): Promise<void>
  ready(): Promise<AuthConfig>
  signInPopup(options: SignInOptions): Promise<User>
  signInRedirect(options: SignInOptions): Promise<never>
  /** After `/auth-callback`: who came back and where they wanted to go. */
  redirectResult(): Promise<{ user: User; returnTo: string } | null>
  /** Silent sign-in of `/login`; null when nobody is signed in at the provider. */
  signInSilent(): Promise<User | null>
  /**
   * Local and server sign-out in all tabs; gives the address to go to (the provider's end-session,
   * else "/"). Never rejects: failures are logged.
   */
  signOut(): Promise<string>
  /**
   * A call of the staff API: on 401 one forced refresh, one POST of the token, and the call once
   * more.
   */
  fetch(input: string, init?: RequestInit): Promise<Response>
  /**
   * Called after the token listeners, only when the uid changed. `why` is the code when it was not
   * the person's own wish.
   */
  onUser(listener: (user: User | null, why?: string) => void): () => void
  onToken(listener: (user: User | null) => void): () => void
  /** May block a change by rejecting. */
  beforeChange(hook: (user: User | null) => Promise<void>): () => void
}
