// The same beheerder after the whole host was lost and put back from the backup.
import { test } from '../keycloak/acts'
import { keepCookie, kept, seesStatus, signIn } from './stack'

test('the beheerder comes in with the same password and the same app', async ({
  page,
  context,
}) => {
  await signIn(page, kept())
  await seesStatus(page)
  await keepCookie(context)
})
