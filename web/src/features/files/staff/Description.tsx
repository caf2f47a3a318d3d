import { useState } from 'react'
import * as limits from '../../../api/limits.gen'
import type { FileChange, LibraryFile } from '../../../staff/files/library'
import { noAlt } from '../../../staff/files/words'
import { describedBy, FieldError, Hint } from '../../../ui/Field'

/** The words of a file. They are kept when the field is left. */
export function Description({
  of: f,
  change,
}: {
  of: LibraryFile
  change(change: FileChange): void
}) {
  return (
    <>
      <Line
        id="label"
        label="Naam"
        hint="Zo vind je het terug. Bezoekers zien de naam van een pdf als ze hem downloaden."
        value={f.label}
        empty="Geef het bestand een naam."
        keep={label => label && change({ label })}
      />
      {f.kind === 'image' && (
        <>
          {!f.decorative && (
            <Line
              id="alt"
              label="Wat is er te zien?"
              hint="Voor mensen die de foto niet zien. Eén zin is genoeg."
              value={f.alt}
              empty={noAlt}
              keep={alt => change({ alt })}
            />
          )}
          <label className={f.decorative ? 'choice choice-on' : 'choice'}>
            <input
              type="checkbox"
              checked={f.decorative}
              onChange={e => change({ decorative: e.target.checked })}
            />
            <span>Foto is alleen versiering</span>
          </label>
        </>
      )}
    </>
  )
}

interface LineProps {
  id: string
  label: string
  hint: string
  value: string
  empty: string
  keep(text: string): void
}

function Line({ id, label, hint, value, empty, keep }: LineProps) {
  const [typed, type] = useState(value)
  const [left, leave] = useState(false)
  const error = left && !typed.trim() ? empty : undefined
  return (
    <div className={error ? 'field field-error' : 'field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      <textarea
        className="input input-low"
        id={id}
        rows={2}
        maxLength={limits.Attrs.alt.maxLength}
        value={typed}
        onChange={e => type(e.target.value)}
        onBlur={() => {
          leave(true)
          if (typed.trim() !== value) keep(typed.trim())
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
      />
    </div>
  )
}
