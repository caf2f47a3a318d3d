import { getMarkRange, type Editor } from '@tiptap/core'
import { useId, useState } from 'react'
import { FieldError } from '../../../ui/Field'
import { Ask } from './Ask'
import { goodLink, tidyLink } from './link'

/** Asks where a link leads. Without a selection it also asks for the words. */
export function LinkDialog({ editor, close }: { editor: Editor; close(): void }) {
  const id = useId()
  const [at] = useState(() => linkAt(editor))
  const [href, setHref] = useState(at.href)
  const [words, setWords] = useState('')
  const [wrong, setWrong] = useState<{ href?: string; words?: string }>({})
  const done = () => {
    close()
    setTimeout(() => editor.commands.focus()) // after the dialog has given the focus back
  }
  const save = () => {
    const to = tidyLink(href, location.origin)
    const faults = {
      ...(goodLink(to) ? {} : { href: 'Dit adres kunnen we niet gebruiken. Begin met https://.' }),
      ...(at.from === at.to && !words.trim()
        ? { words: 'Vul in welke woorden de link worden.' }
        : {}),
    }
    setWrong(faults)
    if (faults.href || faults.words)
      return document.getElementById(id + (faults.href ? '-href' : '-words'))?.focus()
    put(editor, at, to, words.trim())
    done()
  }
  return (
    <Ask title="Link" close={done} enter={save}>
      <Box
        id={id + '-href'}
        label="Waar gaat de link naartoe?"
        hint="Een adres dat begint met https://, een mailadres, tel: met een nummer, of een pagina van deze site zoals /agenda."
        error={wrong.href}
        value={href}
        change={setHref}
      />
      {at.from === at.to && (
        <Box
          id={id + '-words'}
          label="Welke woorden worden de link?"
          hint="Zeg waar je uitkomt, bijvoorbeeld: het programma."
          error={wrong.words}
          value={words}
          change={setWords}
        />
      )}
      <p className="row">
        <button type="button" className="btn" onClick={save}>
          Bewaar link
        </button>
        {at.href && (
          <button
            type="button"
            className="btn btn-2"
            onClick={() => {
              editor.chain().setTextSelection(at).unsetMark('link').run()
              done()
            }}
          >
            Haal link weg
          </button>
        )}
        <button type="button" className="btn btn-2" onClick={done}>
          Annuleer
        </button>
      </p>
    </Ask>
  )
}

interface At {
  from: number
  to: number
  href: string
}

/** The selection, or the whole link in which the cursor stands. */
function linkAt(editor: Editor): At {
  const { from, to, empty, $from } = editor.state.selection
  const href = (editor.getAttributes('link').href as string | null | undefined) ?? ''
  const whole = empty && href ? getMarkRange($from, editor.schema.marks.link!) : undefined
  return { href, from: whole?.from ?? from, to: whole?.to ?? to }
}

function put(editor: Editor, at: At, href: string, words: string) {
  const change = editor.chain().setTextSelection(at)
  if (at.from === at.to)
    change
      .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else change.setMark('link', { href }).setTextSelection(at.to).run()
}

interface BoxProps {
  id: string
  label: string
  hint: string
  error: string | undefined
  value: string
  change(to: string): void
}

function Box({ id, label, hint, error, value, change }: BoxProps) {
  return (
    <div className={error ? 'field field-error' : 'field'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="hint" id={id + '-hint'}>
        {hint}
      </span>
      <FieldError of={id}>{error}</FieldError>
      <input
        className="input"
        type="text"
        id={id}
        value={value}
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint${error ? ` ${id}-fout` : ''}`}
        onChange={e => change(e.target.value)}
      />
    </div>
  )
}
