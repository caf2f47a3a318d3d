import type { components } from '../../../api/schema.gen'

/** A sign-in on one device. */
export type Session = components['schemas']['StaffSession']
export type Sessions = components['schemas']['StaffSessions']
/** Somebody who is signed in, with all their sign-ins. */
export type Account = components['schemas']['Account']
