import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeAuth, person } from '../../../test/app'
import { SaveBar, sayPublish } from './SaveBar'
import type { Draft } from './useDraft'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-29T09:00:00+01:00') }))
afterEach(() => vi.useRealTimers())

it('the big button says what it will do, by the clock of the server', () => {
  const says = (from?: string, ahead = 0) => sayPublish({ place: { from }, ahead })
  expect(says('2026-11-30T09:00:00+01:00')).toBe('Zet klaar voor 30 november 9.00 uur')
  expect(says('2030-03-02T00:00:00+01:00')).toBe('Zet klaar voor 2 maart 2030 0.00 uur')
  expect(says('2026-11-30T09:00:00+01:00', 86_400_000)).toBe('Publiceer')
  expect(says('2026-11-29T08:00:00+01:00', -7_200_000)).toBe('Zet klaar voor 29 november 8.00 uur')
  expect(says()).toBe('Publiceer')
})

it('the lack of a session shows its button where one saves', () => {
  const bar = (saved: string) =>
    renderToStaticMarkup(
      <SaveBar
        auth={fakeAuth()}
        user={person(['redactie'])}
        draft={{ saved, place: {}, ahead: 0 } as unknown as Draft<unknown>}
        publish={() => {}}
        busy={false}
      />,
    )
  expect(bar('waiting for sign-in')).toContain('Log opnieuw in</button>')
  expect(bar('typing')).not.toContain('Log opnieuw in')
})
