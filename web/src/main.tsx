import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './App'
import { match } from './match'
import { StoreContext, type Boot } from './page'
import { browserStore } from './store'
import { rememberLetters } from './ui/letters'

rememberLetters()
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

async function start() {
  const module = match(location.pathname)?.page.module
  if (module && boot) await store.module(module) // already on its way, by `start`
  if (root.firstElementChild)
    hydrateRoot(root, app, { onRecoverableError: e => console.error('hydration', e) })
  else createRoot(root).render(app) // the shell: rendering failed, or the dev server
}
void start()
