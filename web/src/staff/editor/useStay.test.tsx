// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useStay } from './useStay'

function Rows({ of }: { of: string[] }) {
  const [rows, set] = useState(of)
  return (
    <div ref={useStay<HTMLDivElement>()}>
      {rows.map(r => (
        <p key={r}>
          <input />
          <button onClick={() => set(rows.filter(o => o !== r))}>Haal {r} weg</button>
        </p>
      ))}
      <button>Voeg toe</button>
    </div>
  )
}

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => document.body.replaceChildren())

const button = (words: string) =>
  [...document.querySelectorAll('button')].find(b => b.textContent === words)!

async function takeAway(words: string, last?: () => void) {
  button(words).focus()
  last?.()
  await act(async () => button(words).click())
  await new Promise(done => setTimeout(done))
}

it('leads the focus to the button that comes in the place of the one that went', async () => {
  await act(async () =>
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <Rows of={['een', 'twee', 'drie']} />,
    ),
  )
  await takeAway('Haal twee weg')
  expect(document.activeElement?.textContent).toBe('Haal drie weg')
  await takeAway('Haal drie weg')
  expect(document.activeElement?.textContent).toBe('Voeg toe')
})

it('leaves a focus elsewhere alone', async () => {
  await act(async () =>
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      <Rows of={['een', 'twee']} />,
    ),
  )
  await takeAway('Haal een weg', () => document.querySelectorAll('input')[1]!.focus())
  expect(document.activeElement).toBe(document.querySelector('input'))
})
