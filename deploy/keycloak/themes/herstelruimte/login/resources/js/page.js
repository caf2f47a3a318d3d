// Without this script everything works too: the password stays hidden, and nothing absorbs a double click.
for (const button of document.querySelectorAll('[data-show]')) {
  const field = document.getElementById(button.dataset.show)
  const texts = { password: button.textContent, text: button.dataset.hideText }
  button.hidden = false
  button.addEventListener('click', () => {
    field.type = field.type === 'password' ? 'text' : 'password'
    button.textContent = texts[field.type]
    field.focus()
  })
}
for (const form of document.forms) {
  let sent = false
  form.addEventListener('submit', event => {
    if (sent) event.preventDefault()
    sent = true
  })
}
// Back from the cache of the browser: the form may be sent again.
addEventListener('pageshow', event => {
  if (event.persisted) location.reload()
})
