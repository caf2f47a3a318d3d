import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from './router'
import { App } from './App'
import { arrived } from './layout/arrival'
import { match } from './match'
import { StoreContext, type Boot } from './page'
import { browserStore } from './store'

try {
  // typed on an earlier page and never sent: it goes in time on a page without a form too
  if (Object.keys(sessionStorage).some(k => k.startsWith('hr:draft:')))
    void import('./ui/drafts').then(drafts => drafts.sweepDrafts())
} catch {
  // no storage, no drafts
}
const root = document.getElementById('root')!
const text = document.getElementById('boot')?.textContent
const boot: Boot | null = text ? JSON.parse(text) : null
// one page stands for all addresses that do not exist: here it is the page of this one
if (boot?.status === 404) boot.url = location.pathname + location.search
const store = browserStore(boot ?? undefined)
const app = (
  <StrictMode>
    <StoreContext value={store}>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StoreContext>
  </StrictMode>
)

/**
 * The code that draws what the server drew; false when it could not be fetched, also not at the
 * second try. Most is already on its way, by `start`.
 */
async function hasCode({ status }: Boot): Promise<boolean> {
  const page = match(location.pathname)?.page
  const lost = !page || status === 404 || status === 410
  const code = await Promise.all([
    page?.module ? store.module(page.module) : true,
    page?.staff ? store.part('gate') : lost ? store.part('lost') : true,
  ])
  return code.every(Boolean)
}

/**
 * A page that the browser translated before React has taken it over gets its texts back, and React
 * takes all of it at once, before the translator comes again: that is what it does when somebody
 * acts on what it has not come to yet.
 */
function hydrateNow() {
  if (arrived()) return removeEventListener('translated', hydrateNow)
  if (!document.querySelector('font')) return
  dispatchEvent(new Event('untranslate'))
  document.querySelector('#inhoud *')?.dispatchEvent(new Event('dragend', { bubbles: true }))
}

async function start() {
  // without its code a page of the server goes on as it would without JavaScript
  if (boot && root.firstElementChild && !(await hasCode(boot))) return
  if (root.firstElementChild) {
    addEventListener('translated', hydrateNow)
    hydrateRoot(root, app, { onRecoverableError: e => console.error('hydration', e) })
    hydrateNow()
  } else createRoot(root).render(app) // the shell: rendering failed, or the dev server
}
void start()
