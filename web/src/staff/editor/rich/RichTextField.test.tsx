// @vitest-environment happy-dom
import type { Editor } from '@tiptap/core'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeAuth } from '../../../../test/app'
import { emptyDoc, plain, type Doc } from './doc'
import { RichTextField } from './RichTextField'

let root: Root | undefined
afterEach(() => {
  vi.unstubAllGlobals()
  root?.unmount()
})

function Field() {
  const [value, setValue] = useState(emptyDoc())
  return (
    <RichTextField
      name="body"
      label="Verhaal"
      value={value}
      onChange={setValue}
      auth={fakeAuth()}
    />
  )
}

it('somebody who types in the plain box types on in the editor that replaces it', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(<Field />)
  const plain = await vi.waitUntil(() => place.querySelector('textarea'))
  plain.focus()
  const there = await new Promise<Element | null>(resolve => {
    const watch = new MutationObserver(() => {
      if (!place.contains(plain)) resolve(document.activeElement)
    })
    watch.observe(place, { childList: true, subtree: true })
  })
  expect(there).toBe(place.querySelector('.rte-text'))
}, 30_000)

it('what was typed stays when an earlier letter of it comes back late, and another version is shown', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const said: Doc[] = []
  let show: (doc: Doc) => void = () => undefined
  function Slow() {
    const [value, setValue] = useState(emptyDoc())
    show = setValue
    return (
      <RichTextField
        name="body"
        label="Verhaal"
        value={value}
        onChange={doc => said.push(doc)}
        auth={fakeAuth()}
      />
    )
  }
  root = createRoot(place)
  root.render(<Slow />)
  const box = await vi.waitUntil(() => place.querySelector('.rte-text'), { timeout: 20_000 })
  const { editor } = box as unknown as { editor: Editor }
  editor.commands.insertContent('een')
  editor.commands.insertContent(' twee')
  expect(said.map(plain)).toEqual(['een', 'een twee'])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await act(async () => show(said[0]!))
  expect(box.textContent).toBe('een twee')
  await act(async () => show(said[1]!))
  expect(box.textContent).toBe('een twee')
  await act(async () => show(said[0]!)) // put back
  expect(box.textContent).toBe('een')
}, 30_000)
