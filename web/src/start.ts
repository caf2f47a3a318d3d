import { bearTranslation } from './translated'

bearTranslation()

// The one script that a page asks for while it loads: the others wait in <link rel=""> until the
// page is seen. The line and the processor of a slow phone are for the text first. A hidden tab
// draws nothing, so it does not wait.
const entry = (document.currentScript as HTMLScriptElement).dataset['entry']!

function go() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=""]'))
    link.rel = 'modulepreload'
  void import(/* @vite-ignore */ entry)
}

// An observer hears of the first frame when it has been drawn.
if (document.hidden) go()
else
  new IntersectionObserver((_, observer) => {
    observer.disconnect()
    go()
  }).observe(document.documentElement)
