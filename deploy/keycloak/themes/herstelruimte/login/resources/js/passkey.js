// Makes a passkey, or signs in with one. What Keycloak asks stands in the data of the form; what the
// browser answers goes into its fields. A person who says no stays on the page and may try again.
import { codeApp } from './window.js'

const form = document.querySelector('[data-passkey]')
const { passkey, challenge, user, name, algorithms, site, host, known } = form.dataset
const button = form.querySelector('[type=submit]')
const trouble = form.querySelector('[role=alert]')

const bytes = text =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
const text = buffer =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const say = words => {
  trouble.textContent = words
  trouble.hidden = words === ''
}
const list = known
  .split(',')
  .filter(id => id !== '')
  .map(id => ({ type: 'public-key', id: bytes(id) }))

async function make() {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: host, name: site },
      user: { id: bytes(user), name, displayName: name },
      pubKeyCredParams: algorithms.split(',').map(alg => ({ type: 'public-key', alg: Number(alg) })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: list,
    },
  })
  const day = new Date().toLocaleDateString('nl-NL', { dateStyle: 'long' })
  return {
    clientDataJSON: text(made.response.clientDataJSON),
    attestationObject: text(made.response.attestationObject),
    publicKeyCredentialId: text(made.rawId),
    authenticatorLabel: `Passkey van ${day}`,
    transports: made.response.getTransports?.().join() ?? '',
    authenticatorAttachment: made.authenticatorAttachment ?? '',
  }
}

async function use() {
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: bytes(challenge),
      rpId: host,
      allowCredentials: list,
      userVerification: 'required',
    },
  })
  return {
    clientDataJSON: text(used.response.clientDataJSON),
    authenticatorData: text(used.response.authenticatorData),
    signature: text(used.response.signature),
    credentialId: used.id,
    userHandle: used.response.userHandle ? text(used.response.userHandle) : '',
  }
}

let busy = false
form.addEventListener('submit', async event => {
  event.preventDefault()
  if (busy) return
  busy = true
  say('')
  try {
    const answer = await (passkey === 'make' ? make() : use())
    for (const [field, value] of Object.entries(answer)) form.elements.namedItem(field).value = value
    form.submit()
  } catch {
    say(trouble.dataset.failed)
    busy = false
  }
})

// Beside the password there is none on a shared computer: it would be kept there, or asked in vain.
const away = document.body.dataset.pageId === 'login-login' && codeApp()
if (!window.PublicKeyCredential) say(trouble.dataset.unable)
else if (!away) form.hidden = button.hidden = false
