// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { NoNetwork } from './States'

it('says of an act without a network that nothing happened and nothing is lost', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body)
  await act(async () =>
    root.render(
      <NoNetwork not="afgezegd">
        <p>Bel de mensen zelf.</p>
      </NoNetwork>,
    ),
  )
  expect(document.querySelector('[role=alert]')!.textContent).toBe(
    'Geen verbinding. Er is nog niets afgezegd. Je keuzes staan nog hier.Bel de mensen zelf.',
  )
  await act(async () => root.unmount())
})
