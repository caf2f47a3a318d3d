// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '../../../auth/types'
import { button, press, text } from '../../../../test/app'
import { AfterOff } from './AfterOff'
import { Pause } from './Pause'

let root: Root
const sent = vi.fn<(url: string, body: object) => Response>()
const auth = {
  fetch: (url: string, init: RequestInit) =>
    Promise.resolve(sent(url, JSON.parse(init.body as string) as object)),
  onUser: () => () => {},
} as unknown as Auth
const draw = (of: ReactNode) => act(async () => root.render(of))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.body.firstElementChild!)
  sent.mockReset()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('says until when somebody is on pause and who chose it, with the way on and off', async () => {
  sent.mockImplementation(() =>
    Response.json({ until: '2027-02-24', reason: 'pause', by: 'Sanne' }),
  )
  await draw(<Pause auth={auth} what="petra@voorbeeld.nl" paused={undefined} />)
  expect(text()).toContain('Op lijsten staat alleen: iemand op pauze.')
  await press('Zet op pauze')
  expect(text()).toContain('Op pauze tot woensdag 24 februari 2027, door Sanne.')
  expect(document.activeElement!.textContent).toBe('De gegevens staan nu op pauze.')
  await press('Haal van pauze')
  expect(document.activeElement!.textContent).toBe('De gegevens zijn van pauze.')
  expect(button('Zet op pauze')).toBeDefined()
  expect(sent.mock.calls).toEqual([
    ['/api/persons/hold', { what: 'petra@voorbeeld.nl', reason: 'pause' }],
    ['/api/persons/release', { what: 'petra@voorbeeld.nl', pause: true }],
  ])
})

it('says when erasing goes on by itself, and asks a reason for sooner or later', async () => {
  sent.mockImplementation(() => Response.json({}))
  const waits = { days: 5, goesOn: '2026-11-26', longer: false } as never
  const again = vi.fn()
  await draw(<AfterOff auth={auth} waits={waits} again={again} />)
  expect(text()).toMatch(
    /We waren 5 dagen uit\. Donderdag 26 november( 2026)? om 3\.30 uur gaat het wissen vanzelf verder\./,
  )
  expect(button('Ga nu verder')).toBeDefined()
  await press('Wacht nog 7 dagen')
  expect(text()).toContain('Schrijf kort op waarom.')
  expect(sent).not.toHaveBeenCalled()
  const longer = { days: 5, goesOn: '2026-12-03', longer: true } as never
  await draw(<AfterOff auth={auth} waits={longer} again={again} />)
  expect(button('Wacht nog 7 dagen'), 'once').toBeUndefined()
})
