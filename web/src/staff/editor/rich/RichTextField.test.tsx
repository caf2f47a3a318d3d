// @vitest-environment happy-dom
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeAuth } from '../../../testing'
import { emptyDoc } from './doc'
import { RichTextField } from './RichTextField'

let root: Root | undefined
afterEach(() => root?.unmount())

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
