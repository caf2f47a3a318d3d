// A sign-in begins at an address that holds all that the site asked. Later pages of the same window
// may begin again there: with another second step, or in the whole window.
const kept = 'sign-in'
const page = document.body.dataset.pageId
if (page === 'login-info') sessionStorage.removeItem(kept) // from a mail: no sign-in of the site
else if (page !== 'login-error' && location.pathname.endsWith('/protocol/openid-connect/auth'))
  sessionStorage.setItem(kept, location.href)

const began = () => {
  const address = sessionStorage.getItem(kept)
  return address === null ? null : new URL(address)
}

/** The site asked for a code from the app: a shared computer, or the person's own choice. */
export const codeApp = () => began()?.searchParams.get('acr_values') === 'code-app'

const begin = document.querySelector('[data-begin]')
const address = began()
if (begin && address && !(begin.dataset.begin === 'passkey' && codeApp())) {
  address.searchParams.set('acr_values', begin.dataset.begin)
  if (begin.dataset.begin === 'passkey')
    address.searchParams.set('kc_action', 'webauthn-register-passwordless:skip_if_exists')
  else address.searchParams.delete('kc_action')
  begin.querySelector('a').href = address.href
  begin.hidden = false
}

// A second step is made in the whole window: the site hears it, closes this one and comes back.
if (document.querySelector('[data-passkey="make"], #kc-totp-settings') && isPopup()) {
  const asked = began().searchParams
  const back = new URL(asked.get('redirect_uri'))
  back.searchParams.set('error', 'interaction_required')
  back.searchParams.set('state', asked.get('state'))
  location.replace(back)
}

function isPopup() {
  return began()?.searchParams.get('display') === 'popup'
}
