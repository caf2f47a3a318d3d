// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { act, useState, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '../auth/types'
import { button } from '../../test/app'
import { ActError } from './ActError'
import type { Row } from './drafts'
import { TextField } from './fields'
import { Order } from './lists/Order'
import { NoNetwork } from './States'
import { useFocusKept } from './useFocusKept'
import type { List } from './api/usePaged'

let root: Root
const intoView = vi.fn()

const Frame = ({ children }: { children: ReactNode }) => {
  useFocusKept()
  return (
    <main id="inhoud">
      <h1>Scherm</h1>
      {children}
    </main>
  )
}
const draw = (children: ReactNode) => act(async () => root.render(<Frame>{children}</Frame>))

async function press(name: string) {
  await act(async () => {
    const b = button(name)!
    b.focus()
    b.click()
  })
  await rest()
}
/** Longer than the kit waits for the screen and the bar. */
async function rest() {
  for (let i = 0; i < 8; i++) await act(() => new Promise(done => setTimeout(done, 40)))
}
const focused = () => document.activeElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(intoView)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  intoView.mockClear()
})

/** An act that is refused, after a while; each shared part says it in its own way. */
function Refused({ say }: { say(wrong: boolean): ReactNode }) {
  const [wrong, set] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <section>
      <h2>Doe iets</h2>
      {say(wrong)}
      <button
        aria-busy={busy || undefined}
        onClick={() => {
          set(false)
          setBusy(true)
          setTimeout(() => {
            setBusy(false)
            set(true)
          }, 20)
        }}
      >
        Doe
      </button>
      <input aria-label="Ander veld" />
    </section>
  )
}

const field = (wrong: boolean) => (
  <TextField
    name="reden"
    label="Waarom?"
    value=""
    onChange={() => undefined}
    error={wrong ? 'Schrijf waarom.' : undefined}
  />
)

it.each<[string, (wrong: boolean) => ReactNode, string]>([
  ['ActError', wrong => <ActError>{wrong && 'Dit lukt nu niet.'}</ActError>, 'Dit lukt nu niet.'],
  ['NoNetwork', wrong => wrong && <NoNetwork not="bewaard" />, 'Geen verbinding.'],
])('what was refused takes the focus and is in view: %s', async (_, say, words) => {
  await draw(<Refused say={say} />)
  await press('Doe')
  expect(focused()!.textContent).toContain(words)
  expect(intoView).toHaveBeenCalled()
  await press('Doe')
  expect(focused()!.textContent, 'refused again').toContain(words)
})

it('an error of a field takes the focus to its field, also one that was folded away', async () => {
  await draw(
    <details>
      <summary>Meer</summary>
      <Refused say={field} />
    </details>,
  )
  await press('Doe')
  expect(focused()!.id).toBe('veld-reden')
  expect(document.querySelector('details')!.open).toBe(true)
  expect((intoView.mock.contexts.at(-1) as Element).textContent).toBe('Schrijf waarom.')
})

it('a form that is sent with the same fault says it again', async () => {
  const Form = () => {
    const [asked, ask] = useState(false)
    return (
      <form
        onSubmit={e => {
          e.preventDefault()
          ask(true)
        }}
      >
        {field(asked)}
        <button type="submit">Bewaar</button>
      </form>
    )
  }
  await draw(<Form />)
  await press('Bewaar')
  expect(focused()!.id).toBe('veld-reden')
  await press('Bewaar')
  expect(focused()!.id).toBe('veld-reden')
})

it('an error takes nothing from whoever went on', async () => {
  await draw(<Refused say={wrong => <ActError>{wrong && 'Dit lukt nu niet.'}</ActError>} />)
  await act(async () => button('Doe')!.click())
  document.querySelector<HTMLElement>('[aria-label="Ander veld"]')!.focus()
  await rest()
  expect(document.body.textContent).toContain('Dit lukt nu niet.')
  expect(focused()!.getAttribute('aria-label')).toBe('Ander veld')
})

/** Everything on a screen that takes away what was pressed. */
function Going() {
  const [rows, setRows] = useState(['Gonda', 'Lars'])
  const [panel, setPanel] = useState(true)
  const [part, setPart] = useState(true)
  const [open, setOpen] = useState(true)
  return (
    <>
      <section>
        <h2>Wie komt er?</h2>
        <ul>
          {rows.map(r => (
            <li key={r}>
              <button onClick={() => setRows(rows.filter(x => x !== r))}>Meld af: {r}</button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>Bericht</h2>
        {panel && <button onClick={() => setPanel(false)}>Laat het zo</button>}
      </section>
      <details open={open} onToggle={e => setOpen(e.currentTarget.open)}>
        <summary>Eerste keer hier?</summary>
        {open && <button onClick={() => setOpen(false)}>Begrepen</button>}
      </details>
      {part && (
        <section>
          <h2>Verdwijnt</h2>
          <button onClick={() => setPart(false)}>Klaar</button>
        </section>
      )}
    </>
  )
}

it.each([
  ['the last row of a list', 'Meld af: Lars', 'Wie komt er?'],
  ['a panel', 'Laat het zo', 'Bericht'],
  ['what was folded away', 'Begrepen', 'Eerste keer hier?'],
  ['a whole part', 'Klaar', 'Scherm'],
])('the focus is never on nothing: %s goes', async (_, name, heading) => {
  await draw(<Going />)
  await press(name)
  expect(focused()!.textContent).toBe(heading)
})

it('a list that is read again and lost the row with the focus gives it to its heading', async () => {
  const List = ({ of }: { of: string[] }) => (
    <section>
      <h2>Bellen</h2>
      {of.map(n => (
        <button key={n}>{n}</button>
      ))}
    </section>
  )
  await draw(<List of={['Petra', 'Omar']} />)
  button('Petra')!.focus()
  await draw(<List of={['Omar']} />)
  await rest()
  expect(focused()!.textContent).toBe('Bellen')
})

it('whoever pressed beside everything keeps nothing, and is not moved', async () => {
  await draw(<Going />)
  const gonda = button('Meld af: Gonda')!
  gonda.focus()
  gonda.blur()
  await rest()
  await act(async () => gonda.remove())
  await rest()
  expect(focused()).toBe(document.body)
})

it('an order that was not kept takes the focus too', async () => {
  const rows = ['Koken', 'Tuin'].map(title => ({ id: title, title })) as Row[]
  const list = { items: rows, show() {}, again() {} } as unknown as List<Row>
  const auth = { fetch: () => Promise.reject(new TypeError('Failed to fetch')) } as unknown as Auth
  const say = vi.fn()
  await draw(<Order auth={auth} kind="faq" row={rows[1]!} list={list} say={say} />)
  await press('Omhoog: Tuin')
  expect(focused()!.textContent).toBe('De volgorde is niet bewaard. Probeer het opnieuw.')
  expect(say.mock.lastCall).toEqual([''])
})

/** The files of staff in which something is drawn like this. */
const filesWith = (folder: string, drawn: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(f => f.endsWith('.tsx') && !f.includes('.test.'))
    .filter(f => folder.endsWith('staff') || f.includes('/staff/'))
    .filter(f => drawn.test(readFileSync(`${folder}/${f}`, 'utf8')))
    .sort()

it('no screen has a way of its own to say that an act was refused', () => {
  const own = (folder: string) => filesWith(folder, /role="alert"/)
  expect(own('src/staff')).toEqual([
    'ActError.tsx',
    'SignInAgain.tsx',
    'States.tsx',
    'editor/Erase.tsx', // its line has the focus by itself (useAct)
  ])
  // above the steps, below the summary that has the focus
  expect(own('src/features')).toEqual(['agenda/staff/EditPage.tsx'])
})

it('a line that is only read out says what went well', () => {
  // whatever some code put there, in a line that cannot take the focus (useAct gives one that can)
  const line = /<\w+(?![^>]*ref=)[^>]*role="status"[^>]*>\s*\{\w+(\[[^\]]*\])?\}\s*</
  expect(filesWith('src/staff', line)).toEqual([
    'Shell.tsx', // why nobody was signed out, beside the button that keeps the focus
    'States.tsx', // that something is being loaded
    'lists/ListScreen.tsx',
  ])
  // what is refused there has its ActError
  expect(filesWith('src/features', line)).toEqual([
    'agenda/staff/DateRow.tsx',
    'agenda/staff/NewDates.tsx',
    'announcement/staff/AnnouncementPage.tsx',
    'faq/staff/FaqListPage.tsx',
    'impact/staff/Counts.tsx',
    'persons/staff/Elsewhere.tsx',
    'persons/staff/Everything.tsx',
    'persons/staff/Hold.tsx',
    'persons/staff/Requests.tsx',
    'volunteers/staff/RolesListPage.tsx',
  ])
})
