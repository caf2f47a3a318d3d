// How long things may take. Asked anew at every use: between two polls the network
// may go or come back.

/** `long` is for an app shell that wraps the site. It is never guessed, only handed in. */
export type Profile = 'browser' | 'phone' | 'long'

/** Without a network nothing is worth a longer wait. */
const offlineMs = 5000

export class Delay {
  constructor(
    private readonly ms: Readonly<Record<Profile, number>>,
    private readonly profile: Profile,
    private readonly online: () => boolean,
  ) {}

  get(): number {
    return this.online() ? this.ms[this.profile] : Math.min(offlineMs, this.ms.browser)
  }
}

export interface Delays {
  /** Between two looks at whether the popup was closed. */
  popupPoll: Delay
  /** One call over the network. */
  network: Delay
  /** Loading what the provider says of itself (stage 1). */
  channel: Delay
  /** The silent check in a hidden frame (stage 2). */
  silent: Delay
}

export function delaysFor(
  profile: Profile = profileOf(navigator.userAgent),
  online: () => boolean = isOnline,
): Delays {
  const delay = (browser: number, phone: number, long: number) =>
    new Delay({ browser, phone, long }, profile, online)
  return {
    popupPoll: delay(2000, 2000, 10_000),
    network: delay(30_000, 60_000, 60_000),
    channel: delay(30_000, 60_000, 60_000),
    silent: delay(5000, 15_000, 15_000),
  }
}

export function profileOf(userAgent: string): Profile {
  return /iphone|ipad|ipod|android|webos|blackberry|\bbb10\b|windows phone|iemobile/i.test(
    userAgent,
  )
    ? 'phone'
    : 'browser'
}

/**
 * `navigator.onLine` means something on pages from the web, or in a browser that knows its
 * connection. Unknown is online.
 */
export function isOnline(): boolean {
  const trusted = /^https?:$/.test(location.protocol) || 'connection' in navigator
  return !trusted || navigator.onLine !== false
}
