import { many } from '../count'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { components } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import { Loaded } from '../States'
import { useRead } from '../api/useRead'
import { sizeWords } from '../upload/progress'
import type { Purpose } from '../upload/calls'
import { type LibraryFile } from './library'
import { Thumb } from './Thumb'

type Listed = components['schemas']['Listed']

interface Props {
  auth: Auth
  purpose: Purpose
  choose(file: LibraryFile): void
  close(): void
}

/**
 * The library as a panel in a form: search, and choose one. It is no form of its own, because it
 * stands in one.
 */
export function Picker({ auth, purpose, choose, close }: Props) {
  const [zoek, setZoek] = useState('')
  const [na, setNa] = useState('')
  const read = useRead(auth, '/api/files', { query: { zoek, soort: purpose, na } })
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const look = (words: string) => {
    setNa('')
    setZoek(words)
  }
  const leave = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return
    e.stopPropagation()
    close()
  }
  const list = read.data
  const what = purpose === 'image' ? "foto's" : 'bestanden'
  return (
    <div className="box" onKeyDown={leave}>
      <h3 ref={title} tabIndex={-1}>
        {purpose === 'image' ? "Foto's in de bibliotheek" : 'Bestanden in de bibliotheek'}
      </h3>
      <Search look={look} />
      <Loaded of={read} wait={`Even geduld, de ${what} worden geladen.`} what={`de ${what}`} />
      {list && (
        <p role="status" className="small muted">
          {found(list, zoek, what)}
        </p>
      )}
      {list && list.items.length > 0 && (
        <ul className="files-grid">
          {list.items.map(f => (
            <li key={f.id}>
              <button type="button" className="pick-file" onClick={() => choose(f)}>
                <Thumb of={f} />
                <span>{f.alt || f.label}</span>
                <span className="small muted">{sizeWords(f.size)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="row">
        {na && (
          <PressButton second press={() => setNa('')}>
            Terug naar het begin
          </PressButton>
        )}
        {list?.next && (
          <PressButton second press={() => setNa(list.next!)}>
            Meer {what}
          </PressButton>
        )}
        <PressButton second press={close}>
          Sluit de bibliotheek
        </PressButton>
      </p>
    </div>
  )
}

function found({ items, next }: Listed, zoek: string, what: string): string {
  if (items.length === 0)
    return zoek
      ? `Er zijn geen ${what} met '${zoek}'.`
      : `Er zijn nog geen ${what} in de bibliotheek.`
  if (next) return `De nieuwste ${items.length} ${what}.`
  return many(items.length, what === 'bestanden' ? '1 bestand.' : '1 foto.')
}

function Search({ look }: { look(words: string): void }) {
  const [words, type] = useState('')
  const id = useId()
  const enter = (e: KeyboardEvent) => {
    if (e.key !== 'Enter') return
    e.preventDefault()
    look(words.trim())
  }
  return (
    <div className="row">
      <label htmlFor={id}>Zoek</label>
      <input
        className="input input-short"
        type="search"
        id={id}
        value={words}
        onChange={e => type(e.target.value)}
        onKeyDown={enter}
      />
      <PressButton second press={() => look(words.trim())}>
        Zoek
      </PressButton>
    </div>
  )
}
