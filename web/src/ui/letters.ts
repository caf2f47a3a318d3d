// "Grotere letters": kept on this device, and a class of the document from the first script of
// every later visit on.
const key = 'leesinstelling'
const large = 'groot'
const look = 'grote-letters'

export const areLarge = () => document.documentElement.classList.contains(look)

/** Storage that is blocked: then it holds for this page. */
export function setLarge(on: boolean) {
  document.documentElement.classList.toggle(look, on)
  try {
    if (on) localStorage.setItem(key, large)
    else localStorage.removeItem(key)
  } catch {
    /* nothing is kept */
  }
}

export function rememberLetters() {
  try {
    if (localStorage.getItem(key) === large) document.documentElement.classList.add(look)
  } catch {
    /* nothing was kept */
  }
}
