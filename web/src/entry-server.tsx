import './server-globals'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from './router'
import { App } from './App'
import { plein } from './drawings/plein'
import * as steps from './drawings/steps'
import * as stories from './drawings/stories'
import { coatRack } from './drawings/coatRack'
import { table } from './drawings/table'
import * as gate from './layout/StaffGate'
import * as lost from './layout/LostPages'
import { asleep } from './layout/session'
import * as signOut from './layout/SignOutButton'
import { bareSite, layoutOf } from './layout/site'
import { ready, StoreContext, type Boot, type Part, type Parts, type Store } from './page'
import { pages, staffArea, type Page } from './pages'
import { code } from './server-pages'
import { screens } from './screens'

const show = (store: Store, url: string) =>
  renderToString(
    <StrictMode>
      <StoreContext value={store}>
        <StaticRouter location={url}>
          <App />
        </StaticRouter>
      </StoreContext>
    </StrictMode>,
  )
const nothing = ready<undefined>(undefined)
const parts = {
  gate: ready(gate),
  lost: ready(lost),
  signOut: ready(signOut),
} satisfies { [P in Part]: Promise<Parts[P]> }

function storeOf(boot: Boot): Store {
  const loaded = ready(boot)
  const site = layoutOf(boot) ?? bareSite
  return {
    origin: boot.origin,
    first: boot,
    module: name => code.get(name) ?? nothing,
    part: name => parts[name] as Promise<never>,
    staff: () => nothing,
    session: {
      get: () => asleep,
      subscribe: () => () => {},
      open: () => Promise.reject(new Error('nobody signs in on the server')),
      told() {},
    },
    load: () => loaded,
    warm() {},
    retry() {},
    layout: { get: () => site, subscribe: () => () => {} },
    drawings: { plein, table, coatRack, ...steps, ...stories },
  }
}

declare global {
  var ssr: object
}
globalThis.ssr = {
  pages: () =>
    JSON.stringify(
      pages.flatMap<Page>(p =>
        p.path === staffArea
          ? screens.filter(s => s.path.startsWith('/beheer')).map(s => ({ ...p, path: s.path }))
          : [p],
      ),
    ),
  /** head as one line of JSON, a newline, then the HTML of #root */
  render(json: string): string {
    const boot: Boot = JSON.parse(json)
    const store = storeOf(boot)
    const html = show(store, boot.url)
    if (html.includes('<!--$!-->')) {
      // renderToString hides an error or a wait inside a boundary behind its fallback
      store.bare = true
      show(store, boot.url) // without boundaries the real error comes out
      throw new Error('a page waited for something on the server')
    }
    return JSON.stringify(store.head) + '\n' + html
  },
}
