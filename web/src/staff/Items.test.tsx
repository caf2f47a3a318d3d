// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { TextField } from './fields'
import { Items } from './Items'
import { textOf } from './textOf'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
afterEach(() => void (document.body.innerHTML = ''))

type Room = { name: string; floor?: string }

/** The list on a screen, and what it was last set to. */
function shown(of: readonly Room[]) {
  const set = vi.fn<(next: Room[]) => void>()
  const box = document.body.appendChild(document.createElement('div'))
  act(() =>
    createRoot(box).render(
      <Items name="rooms" of={of} set={set} title="Ruimte" add="Nog een" fresh={{ name: '' }}>
        {(_, __, text) => <TextField {...text('name', { maxLength: 60 })} label="Naam" />}
      </Items>,
    ),
  )
  const press = (words: string) =>
    act(() => [...box.querySelectorAll('button')].find(b => b.textContent === words)!.click())
  return { box, set, press }
}

it('a list gives each thing its fields, by their place in the document', () => {
  const { box } = shown([{ name: 'Woonkamer' }, { name: 'Keuken' }])
  const fields = [...box.querySelectorAll('input')].map(i => [i.name, i.value])
  expect(fields).toEqual([
    ['rooms.0.name', 'Woonkamer'],
    ['rooms.1.name', 'Keuken'],
  ])
  expect(box.textContent).toContain('6 van 60 tekens')
})

it('a thing is taken away, or one is added, and the others stay', () => {
  const { set, press } = shown([{ name: 'Woonkamer' }, { name: 'Keuken' }])
  press('Haal ruimte 1 weg')
  expect(set).toHaveBeenLastCalledWith([{ name: 'Keuken' }])
  press('Nog een')
  expect(set).toHaveBeenLastCalledWith([{ name: 'Woonkamer' }, { name: 'Keuken' }, { name: '' }])
})

it('a text that is absent is empty, and a change names its field alone', () => {
  const put = vi.fn<(next: Partial<Room>) => void>()
  const field = textOf<Room>({ name: 'Keuken' }, put)('floor')
  expect(field).toMatchObject({ name: 'floor', value: '' })
  field.onChange('boven')
  expect(put).toHaveBeenLastCalledWith({ floor: 'boven' })
})
