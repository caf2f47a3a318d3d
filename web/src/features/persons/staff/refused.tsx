// Why a question about somebody got no answer, and signing in afresh for it.
import type { StaffProps } from '../../../page'
import { SignInFresh } from '../../../staff/editor/SignInFresh'

export const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
export const nobody = 'Niemand gevonden.'
export const recent = 'auth/requires-recent-login'
export const sayNot = (code: string) => (code === 'not_found' ? nobody : failed)

/**
 * Whoever must leave this window for the sign-in begins anew: whom it was about is kept nowhere.
 */
export const Fresh = (props: StaffProps & { done(): void }) => (
  <SignInFresh {...props} returnTo={location.pathname} leaving={() => () => {}} />
)
