// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, fakeAuth, settle } from '../../test/app'
import { bars, CannotUndo, type Bar } from './bars'
import { ResultBar } from './ResultBar'

let root: Root
const auth = fakeAuth()
type Undo = () => Promise<void>

/** People who can be called off: the row goes, and comes back when that is taken back. */
function People({ undo, until }: { undo: Undo; until?: string | undefined }) {
  const [names, set] = useState(['Gonda', 'Lars'])
  const [at, move] = useState(0)
  const off = (name: string) => {
    set(before => before.filter(n => n !== name))
    const bar: Bar = {
      id: name,
      what: `${name} is afgemeld.`,
      undo: async () => {
        await undo()
        set(before => [...before, name])
      },
      until,
      row: 'rij-' + name,
    }
    bars.add(bar)
  }
  return (
    <>
      <button onClick={() => bars.add({ id: 'plek-' + at, what: 'Een plek erbij.', undo })}>
        Plek
      </button>
      <button onClick={() => move(n => n + 1)}>Verder</button>
      <ul>
        {names.map(n => (
          <li key={n} id={'rij-' + n}>
            <button onClick={() => off(n)}>Meld af: {n}</button>
          </li>
        ))}
      </ul>
    </>
  )
}

async function draw(undo: Undo = () => Promise.resolve(), until?: string) {
  await act(async () =>
    root.render(
      <>
        <People undo={undo} until={until} />
        <ResultBar auth={auth} practice={false} />
      </>,
    ),
  )
}
const said = () =>
  [...document.querySelectorAll('.said p')].map(p => p.textContent.trim().replace(/\s+/g, ' '))
async function press(name: string, nth = 0) {
  const of = [...document.querySelectorAll<HTMLElement>('button')]
  const b = of.filter(b => (b.getAttribute('aria-label') ?? b.textContent) === name)[nth]!
  await act(async () => {
    b.focus()
    b.click()
  })
  await settle()
  await act(() => new Promise(done => setTimeout(done, 50)))
}
const focused = () => document.activeElement!.textContent.trim()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  bars.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('shows the newest and unfolds the others, each with its own way back', async () => {
  const undo = vi.fn<Undo>(() => Promise.resolve())
  await draw(undo)
  await press('Meld af: Gonda')
  await press('Meld af: Lars')
  expect(said()).toEqual(['Lars is afgemeld.'])
  await press('en nog 1')
  expect(said()).toEqual(['Lars is afgemeld.', 'Gonda is afgemeld.'])
  await press('Maak ongedaan: Gonda is afgemeld.')
  expect(said()).toEqual(['Lars is afgemeld.', 'Ongedaan gemaakt: Gonda is afgemeld.'])
  expect(button('Meld af: Gonda')).toBeDefined()
  expect(button('Meld af: Lars')).toBeUndefined()
  expect(undo).toHaveBeenCalledTimes(1)
})

it('is a status from before anything is done', async () => {
  await draw()
  expect(document.querySelector('[role=status]')!.children).toHaveLength(0)
})

it('leaves the focus on a button that stays', async () => {
  await draw()
  await press('Plek')
  expect([said(), focused()]).toEqual([['Een plek erbij.'], 'Plek'])
  await press('Maak ongedaan')
  expect(focused()).toBe('Plek')
})

it('takes the focus when the button goes, and gives it back to the row', async () => {
  await draw()
  await press('Meld af: Gonda')
  expect(focused()).toBe('Gonda is afgemeld.')
  await press('Maak ongedaan')
  expect(document.activeElement!.id).toBe('rij-Gonda')
})

it('does not take the focus from whoever went on', async () => {
  await draw()
  await press('Plek')
  await press('Verder')
  expect(focused()).toBe('Verder')
})

it('folds to one line and unfolds again, with the key for that too', async () => {
  await draw()
  await press('Plek')
  await press('Sluit')
  expect([said(), focused()]).toEqual([[], 'Een plek erbij.'])
  await press('Een plek erbij.')
  expect(said()).toEqual(['Een plek erbij.'])
  await act(async () => {
    const way = button('Maak ongedaan')!
    way.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  expect(said()).toEqual([])
})

it('says for ten seconds what was taken back', async () => {
  await draw()
  await press('Meld af: Lars')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await act(async () => button('Maak ongedaan')!.click())
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  expect(said()).toEqual(['Ongedaan gemaakt: Lars is afgemeld.'])
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(said()).toEqual([])
})

it('can be tried again after a bad moment, and absorbs a second press', async () => {
  let answer: { resolve(): void; reject(e: Error): void } | undefined
  const undo = vi.fn<Undo>(() => new Promise((resolve, reject) => (answer = { resolve, reject })))
  await draw(undo)
  await press('Plek')
  await press('Maak ongedaan')
  await press('Maak ongedaan')
  expect(undo).toHaveBeenCalledTimes(1)
  await act(async () => answer!.reject(new TypeError('no network')))
  expect(said()).toEqual([
    'Een plek erbij. Het lukt nu niet. Controleer je internet en probeer het opnieuw.',
  ])
  await press('Maak ongedaan')
  await act(async () => answer!.resolve())
  expect(said()).toEqual(['Ongedaan gemaakt: Een plek erbij.'])
})

it('says why there is no way back any more', async () => {
  await draw(() => Promise.reject(new CannotUndo('De plek is intussen weg.')))
  await press('Plek')
  await press('Maak ongedaan')
  expect([said(), button('Maak ongedaan')]).toEqual([['De plek is intussen weg.'], undefined])
})

it('clears away what was taken back at the next act', async () => {
  await draw()
  await press('Plek')
  await press('Maak ongedaan')
  await press('Verder')
  await press('Plek')
  expect(said()).toEqual(['Een plek erbij.'])
})

it('goes when its time is over, by the clock of the server', async () => {
  await draw(undefined, new Date(Date.now() + 60_000).toISOString())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await act(async () => button('Meld af: Lars')!.click())
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(said()).toEqual(['Lars is afgemeld.'])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(said()).toEqual([])
})

it('has after a reload what can still be taken back: a copied week, hours of a day', async () => {
  const of = { kind: 'draft', at: '2026-12-03T12:28:00+01:00' }
  const until = new Date(Date.now() + 600_000).toISOString()
  auth.fetch.mockResolvedValueOnce(
    Response.json({
      items: [
        { ...of, id: 'und_1', act: 'copied', of: 'act_1', title: 'Film', until },
        { ...of, id: 'und_2', act: 'day', of: 'hours', subject: '2026-12-09', until },
      ],
    }),
  )
  await draw()
  await settle()
  await press('en nog 1')
  expect(said()).toEqual([
    '‘Film’ staat ook in deze week, als concept. Om 12.28 uur.',
    'Woensdag 9 december heeft andere openingstijden. Om 12.28 uur.',
  ])
})

it('stays after a reload where the clock of the computer is days ahead', async () => {
  const ahead = -3 * 24 * 3_600_000
  const late = Object.assign(fakeAuth(), { ahead })
  late.ready.mockReturnValue(new Promise(() => {})) // the sign-in service takes its time
  const of = { kind: 'date', act: 'called', of: 'occ_1', title: 'Samen eten', name: 'Omar' }
  const until = new Date(Date.now() + ahead + 600_000).toISOString()
  late.fetch.mockResolvedValueOnce(
    Response.json({ items: [{ ...of, id: 'sac_1', at: '2026-11-24T16:30:00+01:00', until }] }),
  )
  await act(async () => root.render(<ResultBar auth={late} practice={false} />))
  await settle()
  await act(() => new Promise(done => setTimeout(done, 50)))
  expect(said()).toEqual(['Je belde Omar over Samen eten. Om 16.30 uur.'])
})
