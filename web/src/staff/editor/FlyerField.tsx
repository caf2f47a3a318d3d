import '../files/files.css'
import { use, useRef, useState } from 'react'
import type { Auth } from '../../auth/types'
import { describedBy, FieldError, Hint } from '../../ui/Field'
import { PressButton } from '../../ui/PressButton'
import { fieldId, ReadOnly, useFault } from '../fields'
import { documentAt } from '../files/library'
import { Picker } from '../files/Picker'
import { useFile } from '../files/useFile'
import { sizeWords } from '../upload/progress'
import { UploadBox } from '../upload/UploadBox'

export interface FlyerFieldProps {
  /** JSON name: the error summary leads to it. */
  name: string
  label: string
  hint?: string | undefined
  /** Id of a pdf. */
  value: string | undefined
  onChange(value: string | undefined): void
  /** Left out: that of the frame. */
  error?: string | undefined
  auth: Auth
}

/** A pdf of the library or of this device, offered as a download. */
export function FlyerField({
  name,
  label,
  hint,
  value,
  onChange,
  auth,
  ...given
}: FlyerFieldProps) {
  const id = fieldId(name)
  const fault = useFault(name)
  const error = given.error ?? fault
  const still = use(ReadOnly)
  const box = useRef<HTMLFieldSetElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const put = (file: string | undefined) => {
    setOpen(false)
    onChange(file)
    if (box.current?.contains(document.activeElement)) box.current.focus()
  }
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <fieldset
      className={error ? 'field field-error stack' : 'field stack'}
      id={id}
      tabIndex={-1}
      ref={box}
      disabled={still}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className="label">
        {label}
        <span className="optional"> (niet verplicht)</span>
      </legend>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      {value ? (
        <Chosen auth={auth} id={value} remove={() => put(undefined)} />
      ) : still ? (
        <p>Geen bestand.</p>
      ) : (
        <>
          <UploadBox auth={auth} purpose="document" arrived={f => put(f.id)} />
          <p>
            <PressButton second of={button} press={() => setOpen(!open)}>
              Kies uit de bibliotheek
            </PressButton>
          </p>
          {open && <Picker auth={auth} purpose="document" choose={f => put(f.id)} close={close} />}
        </>
      )}
    </fieldset>
  )
}

function Chosen({ auth, id, remove }: { auth: Auth; id: string; remove(): void }) {
  const { file, failed, again } = useFile(auth, id)
  return (
    <div className="row row-between">
      {file &&
        (file.status === 'ready' ? (
          <p>
            <a href={documentAt(file)}>{file.label}</a>{' '}
            <span className="muted">{sizeWords(file.size)}</span>
          </p>
        ) : (
          <p className="photo-gone">Dit bestand is verwijderd.</p>
        ))}
      {failed && (
        <p>
          We konden het bestand niet laden.{' '}
          <PressButton second press={again}>
            Probeer opnieuw
          </PressButton>
        </p>
      )}
      <PressButton second press={remove}>
        Haal dit bestand weg
      </PressButton>
    </div>
  )
}
