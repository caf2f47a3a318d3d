// What the announcement and its dialog both know.
import type { Site } from '../pages'

export type Announcement = NonNullable<Site['announcement']>

/** Holds the version that this browser closed. */
export const dismissedCookie = 'announcement_dismissed'
