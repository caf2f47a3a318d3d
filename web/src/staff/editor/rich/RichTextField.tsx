import './rich.css'
import { lazy, Suspense, use, useRef, useState, type ComponentType } from 'react'
import type { Auth } from '../../../auth/types'
import { FieldError, Hint } from '../../../ui/Field'
import { Faults, fieldId, ReadOnly } from '../../fields'
import { emptyDoc, isPlain, ofPlain, overLimit, plain, type Doc } from './doc'
import type { WriterProps } from './Writer'

interface Props {
  /** As in the document: a fault of it, or of something in it (`body.content.3`), is told here. */
  name: string
  label: string
  hint?: string
  value: Doc | undefined
  onChange(doc: Doc): void
  error?: string | undefined
  auth: Auth
  /** Pictures may stand in this text. */
  images?: boolean
}

const limits = {
  long: 'Deze tekst is te lang. Haal een stuk weg, of maak er twee teksten van.',
  deep: 'Deze lijst heeft te veel lagen. Maak de lijst eenvoudiger.',
  near: 'Deze tekst is bijna te lang.',
} as const

/** One text with form. Until the editor is there, a plain box takes what is typed. */
export function RichTextField({
  name,
  label,
  hint,
  value = emptyDoc(),
  onChange,
  error,
  auth,
  images = false,
}: Props) {
  const id = fieldId(name)
  const faults = use(Faults)
  const still = use(ReadOnly)
  const [told, setTold] = useState('')
  const typing = useRef(false)
  const over = overLimit(value)
  const inside = Object.keys(faults).find(n => n === name || n.startsWith(name + '.'))
  const wrong =
    error ?? (inside && faults[inside]) ?? (over && over !== 'near' ? limits[over] : undefined)
  const described =
    [hint && id + '-hint', wrong && id + '-fout'].filter(Boolean).join(' ') || undefined
  const box = {
    id,
    labelledBy: id + '-naam',
    describedBy: described,
    invalid: !!wrong,
    still,
    value,
    onChange,
  }
  return (
    <div
      className={wrong ? 'field field-error' : 'field'}
      role="group"
      aria-labelledby={id + '-naam'}
    >
      <p className="label" id={id + '-naam'}>
        {label}
      </p>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{wrong}</FieldError>
      <Suspense fallback={<PlainBox {...box} typing={typing} />}>
        <LazyWriter
          {...box}
          auth={auth}
          images={images}
          tell={setTold}
          plainBox={<PlainBox {...box} typing={typing} late />}
          typing={typing}
        />
      </Suspense>
      <p className="rte-told" role="status">
        {told || (over === 'near' ? limits.near : '')}
      </p>
    </div>
  )
}

type Given = WriterProps & { plainBox: React.ReactNode }

/** The editor; when its code cannot be fetched, the plain box stays. */
const LazyWriter = lazy<ComponentType<Given>>(() =>
  import('./Writer').then(
    ({ default: Writer }) => ({
      default: ({ plainBox: _, ...props }: Given) => <Writer {...props} />,
    }),
    () => ({ default: ({ plainBox }: Given) => plainBox }),
  ),
)

interface BoxProps extends Pick<
  WriterProps,
  'id' | 'labelledBy' | 'describedBy' | 'invalid' | 'still' | 'value' | 'onChange'
> {
  typing: { current: boolean }
  late?: boolean
}

/** A text with form can only be read here: typing in it would cost the form. */
function PlainBox({
  id,
  labelledBy,
  describedBy,
  invalid,
  still,
  value,
  onChange,
  typing,
  late,
}: BoxProps) {
  const [text, setText] = useState(() => plain(value))
  const fixed = !isPlain(value)
  return (
    <>
      <textarea
        className="input rte-plain"
        id={id}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        aria-busy={!late}
        readOnly={fixed || still}
        value={fixed ? plain(value) : text}
        lang="nl"
        onFocus={() => {
          typing.current = true
        }}
        onBlur={() => {
          typing.current = false
        }}
        onChange={e => {
          setText(e.target.value)
          onChange(ofPlain(e.target.value))
        }}
      />
      {late && (
        <p className="hint">
          De knoppen voor opmaak laden niet.{' '}
          {fixed
            ? 'Laad de pagina opnieuw om deze tekst te veranderen.'
            : 'Typen en bewaren kan wel.'}
        </p>
      )}
    </>
  )
}
