// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreContext, type Store } from '../page'
import { button, fakeAuth, settle } from '../testing'
import { ActBars, CannotUndo, useActBars, type ActBar } from './ActBars'

let root: Root
const store = { session: { open: () => Promise.resolve(fakeAuth()) } } as unknown as Store
type Undo = () => Promise<void>

/** People who can be called off: the row goes, and comes back when that is taken back. */
function People({ undo, until }: { undo: Undo; until?: string | undefined }) {
  const acts = useActBars()
  const [names, set] = useState(['Gonda', 'Lars'])
  const [at, move] = useState(0)
  const off = (name: string) => {
    set(before => before.filter(n => n !== name))
    const bar: ActBar = {
      id: name,
      text: `${name} is afgemeld.`,
      undo: async () => {
        await undo()
        set(before => [...before, name])
      },
      until,
      row: 'rij-' + name,
    }
    acts.add(bar)
  }
  return (
    <>
      <ActBars of={acts} />
      <button onClick={() => acts.add({ id: 'plek-' + at, text: 'Een plek erbij.', undo })}>
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
      <StoreContext value={store}>
        <People undo={undo} until={until} />
      </StoreContext>,
    ),
  )
}
const bars = () => [...document.querySelectorAll('.said p')].map(p => p.textContent.trim())
async function press(name: string, nth = 0) {
  const of = [...document.querySelectorAll<HTMLElement>('button')]
  const b = of.filter(b => (b.getAttribute('aria-label') ?? b.textContent) === name)[nth]!
  await act(async () => {
    b.focus()
    b.click()
  })
  await settle()
}
const focused = () => document.activeElement!.textContent.trim()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('stacks the bars of several acts, the newest on top, each with its own way back', async () => {
  const undo = vi.fn<Undo>(() => Promise.resolve())
  await draw(undo)
  await press('Meld af: Gonda')
  await press('Meld af: Lars')
  expect(bars()).toEqual(['Lars is afgemeld.', 'Gonda is afgemeld.'])
  await press('Maak ongedaan', 1)
  expect(bars()).toEqual(['Lars is afgemeld.', 'Ongedaan gemaakt.'])
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
  expect([bars(), focused()]).toEqual([['Een plek erbij.'], 'Plek'])
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

it('gives the focus back when it is closed', async () => {
  await draw()
  await press('Plek')
  await press('Sluit deze melding')
  expect([bars(), focused()]).toEqual([[], 'Plek'])
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
  expect(bars()).toEqual([
    'Een plek erbij. Het lukt nu niet. Controleer je internet en probeer het opnieuw.',
  ])
  await press('Maak ongedaan')
  await act(async () => answer!.resolve())
  expect(bars()).toEqual(['Ongedaan gemaakt.'])
})

it('says why there is no way back any more', async () => {
  await draw(() => Promise.reject(new CannotUndo('De plek is intussen weg.')))
  await press('Plek')
  await press('Maak ongedaan')
  expect([bars(), button('Maak ongedaan')]).toEqual([['De plek is intussen weg.'], undefined])
})

it('clears away what was taken back at the next act', async () => {
  await draw()
  await press('Plek')
  await press('Maak ongedaan')
  await press('Verder')
  await press('Plek')
  expect(bars()).toEqual(['Een plek erbij.'])
})

it('goes when its time is over, by the clock of the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  await draw(undefined, new Date(Date.now() + 60_000).toISOString())
  await press('Meld af: Lars')
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(bars()).toEqual(['Lars is afgemeld.'])
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(bars()).toEqual([])
})
