import { bearTranslation } from './translated'
import { stripRead } from './layout/stripRead'
import { rememberLetters } from './ui/letters'

bearTranslation()
rememberLetters()
if (stripRead()) document.documentElement.classList.add('strip-read')

// The one script that a page asks for while it loads: the others wait in <link rel=""> until the
// page is seen. The line and the processor of a slow phone are for the text first; a page that is
// only read also waits for a moment in which nothing happens, or for a touch. A hidden tab draws
// nothing, so it does not wait.
const entry = (document.currentScript as HTMLScriptElement).dataset['entry']!
const touches = ['pointerdown', 'keydown', 'focusin'] as const

function go() {
  for (const touch of touches) removeEventListener(touch, go)
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=""]'))
    link.rel = 'modulepreload'
  void import(/* @vite-ignore */ entry)
}

/** A page with a form, one of the sign-in, and one of which nothing is there yet. */
const needsScripts = () =>
  document.querySelector('main form[method=post]') ||
  /^\/(login|auth-)/.test(location.pathname) ||
  !document.querySelector('#root > *')

function seen() {
  const { requestIdleCallback: idle } = window as Partial<Window>
  if (!idle || needsScripts()) return go()
  for (const touch of touches) addEventListener(touch, go)
  idle(go, { timeout: 2000 })
}

// An observer hears of the first frame when it has been drawn.
if (document.hidden) go()
else
  new IntersectionObserver((_, observer) => {
    observer.disconnect()
    seen()
  }).observe(document.documentElement)
