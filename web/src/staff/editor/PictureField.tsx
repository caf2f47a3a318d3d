import '../files/files.css'
import { use, useEffect, useRef, useState } from 'react'
import * as limits from '../../api/limits.gen'
import type { Auth } from '../../auth/types'
import { describedBy, FieldError, Hint } from '../../ui/Field'
import type { Picture } from '../../ui/Photo'
import { PressButton } from '../../ui/PressButton'
import { fieldId, ReadOnly, useFault } from '../fields'
import { Focal } from '../files/Focal'
import { pictureOf, type LibraryFile } from '../files/library'
import { PeopleChoice } from '../files/PeopleChoice'
import { Picker } from '../files/Picker'
import { Thumb } from '../files/Thumb'
import { useFile } from '../files/useFile'
import { gone, noAlt, noPeople } from '../files/words'
import { UploadBox } from '../upload/UploadBox'

export interface PictureFieldProps {
  /** JSON name: the error summary leads to it, and `{name}.alt` to the description. */
  name: string
  label: string
  hint?: string | undefined
  value: Picture | undefined
  onChange(value: Picture | undefined): void
  /** Left out: that of the frame. */
  error?: string | undefined
  auth: Auth
}

/**
 * A photo of the library or of this device, with what it shows in words. Who is on it and what
 * stays in view belong to the photo itself, and are kept at once.
 */
export function PictureField({
  name,
  label,
  hint,
  value,
  onChange,
  auth,
  ...given
}: PictureFieldProps) {
  const id = fieldId(name)
  const fault = useFault(name)
  // told there, once
  const inside = [useFault(name + '.alt'), useFault(name + '.people')].includes(fault)
  const error = given.error ?? (value && inside ? undefined : fault)
  const still = use(ReadOnly)
  const box = useRef<HTMLFieldSetElement>(null)
  const known = useFile(auth, value?.fileId)
  const [fresh, setFresh] = useState<string>()
  const put = (file: LibraryFile) => {
    // whoever types elsewhere meanwhile goes on typing
    setFresh(inHands(box.current) ? file.id : undefined)
    onChange({ ...pictureOf(file), ...(value?.caption ? { caption: value.caption } : {}) })
  }
  const remove = () => {
    onChange(undefined)
    box.current?.focus()
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
      <legend className="label">{label}</legend>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      {value ? (
        <Chosen
          key={value.fileId}
          {...{ name, value, onChange, known }}
          focus={fresh === value.fileId}
          remove={remove}
        />
      ) : still ? (
        <p>Geen foto.</p>
      ) : (
        <Choosing auth={auth} put={put} />
      )}
    </fieldset>
  )
}

/** The focus is in this field, or nowhere. */
const inHands = (box: HTMLElement | null) =>
  document.activeElement === document.body || !!box?.contains(document.activeElement)

function Choosing({ auth, put }: { auth: Auth; put(file: LibraryFile): void }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <UploadBox auth={auth} purpose="image" arrived={put} />
      <p>
        <PressButton second of={button} press={() => setOpen(!open)}>
          Kies uit de bibliotheek
        </PressButton>
      </p>
      {open && <Picker auth={auth} purpose="image" choose={put} close={close} />}
    </>
  )
}

interface ChosenProps extends Pick<PictureFieldProps, 'name' | 'onChange'> {
  value: Picture
  known: ReturnType<typeof useFile>
  focus: boolean
  remove(): void
}

function Chosen({ name, value, onChange, known, focus, remove }: ChosenProps) {
  const { file, failed, missing, saved, change, again } = known
  const away = missing || (file && file.status !== 'ready')
  return (
    <div className="picture">
      <div className="stack">
        {file && !away && <Thumb of={file} />}
        {away && <p className="photo-gone">{gone}</p>}
        {failed && !missing && (
          <>
            <p className="photo-gone">We konden de foto niet laden.</p>
            <PressButton second press={again}>
              Probeer opnieuw
            </PressButton>
          </>
        )}
        <PressButton second press={remove}>
          Haal deze foto weg
        </PressButton>
      </div>
      <div className="stack">
        <Words
          name={name}
          value={value}
          onChange={onChange}
          focus={focus}
          keep={alt => {
            if (file && !file.alt && !file.decorative) change({ alt })
          }}
        />
        {file?.status === 'ready' && (
          <PeopleChoice
            of={file}
            hint={file.people === 'unknown' ? noPeople : undefined}
            name={name + '.people'}
            choose={people => change({ people })}
          />
        )}
        {file?.status === 'ready' && <Focal of={file} change={change} />}
        <p role="status" className="small">
          {saved === 'failed' &&
            'Dit is nog niet bewaard. Controleer je internet en kies het nog een keer.'}
        </p>
      </div>
    </div>
  )
}

interface WordsProps {
  name: string
  value: Picture
  onChange(value: Picture): void
  focus: boolean
  /** The first description of a photo is also that of the library. */
  keep(alt: string): void
}

/**
 * What the photo says to people who cannot see it, or that it says nothing; and the words below it.
 */
function Words({ name, value, onChange, focus, keep }: WordsProps) {
  const alt = useRef<HTMLTextAreaElement>(null)
  const typed = useRef(value.alt ?? '')
  const [left, setLeft] = useState(false)
  useEffect(() => {
    if (focus) alt.current?.focus()
  }, [focus])
  const id = fieldId(name + '.alt')
  const fault = useFault(name + '.alt')
  const error = fault ?? (left && !value.decorative && !value.alt?.trim() ? noAlt : undefined)
  const { alt: _, decorative: __, ...rest } = value
  const describe = (words: string) => {
    typed.current = words
    onChange({ ...rest, alt: words })
  }
  const decorate = (on: boolean) =>
    onChange(on ? { ...rest, decorative: true } : { ...rest, alt: typed.current })
  const leave = () => {
    setLeft(true)
    if (value.alt?.trim()) keep(value.alt.trim())
  }
  return (
    <>
      {!value.decorative && (
        <div className={error ? 'field field-error' : 'field'}>
          <label className="label" htmlFor={id}>
            Wat is er te zien?
          </label>
          <Hint of={id}>Voor mensen die de foto niet zien. Eén zin is genoeg.</Hint>
          <FieldError of={id}>{error}</FieldError>
          <textarea
            className="input input-low"
            id={id}
            ref={alt}
            rows={2}
            maxLength={limits.Picture.alt.maxLength}
            value={value.alt ?? ''}
            onChange={e => describe(e.target.value)}
            onBlur={leave}
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, true, error)}
          />
        </div>
      )}
      <label className={value.decorative ? 'choice choice-on' : 'choice'}>
        <input
          type="checkbox"
          checked={!!value.decorative}
          onChange={e => decorate(e.target.checked)}
        />
        <span>Foto is alleen versiering</span>
      </label>
      <div className="field">
        <label className="label" htmlFor={fieldId(name + '.caption')}>
          Bijschrift<span className="optional"> (niet verplicht)</span>
        </label>
        <input
          className="input"
          type="text"
          id={fieldId(name + '.caption')}
          maxLength={limits.Picture.caption.maxLength}
          value={value.caption ?? ''}
          onChange={e => onChange(captioned(value, e.target.value))}
        />
      </div>
    </>
  )
}

function captioned({ caption: _, ...rest }: Picture, caption: string): Picture {
  return caption ? { ...rest, caption } : rest
}
