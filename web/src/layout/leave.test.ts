// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { leave } from './quickExit'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('leaving empties the page and silences the voice before it goes away', () => {
  document.body.innerHTML = '<article>Mijn verhaal</article>'
  const order: string[] = []
  vi.stubGlobal('speechSynthesis', {
    cancel: () => order.push(`silent, ${document.body.textContent === '' ? 'empty' : 'full'}`),
  })
  vi.spyOn(location, 'replace').mockImplementation(() => void order.push('away'))
  leave('https://weer.example/', null)
  expect(order).toEqual(['silent, empty', 'away'])
})

test('a browser without a voice leaves too', () => {
  const away = vi.spyOn(location, 'replace').mockImplementation(() => {})
  leave('https://weer.example/', null)
  expect(away).toHaveBeenCalledWith('https://weer.example/')
})
