import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import type { Picture } from '../../../ui/Photo'
import type { Auth } from '../../../auth/types'
import { Ask } from './Ask'
import { isFileId, type Attrs } from './doc'
import { PictureField } from '../PictureField'

interface Props {
  editor: Editor
  auth: Auth
  close(): void
}

/** Puts a picture in the text, or changes the one that is selected. */
export function PictureDialog({ editor, auth, close }: Props) {
  const [chosen] = useState(() => chosenIn(editor))
  const [picture, setPicture] = useState<Attrs>(chosen ?? {})
  const [wrong, setWrong] = useState<string>()
  const done = () => {
    close()
    setTimeout(() => editor.commands.focus())
  }
  const save = () => {
    const fault = faultOf(picture)
    setWrong(fault)
    if (fault) return
    if (chosen) editor.commands.updateAttributes('image', { ...bare, ...picture })
    else
      editor.commands.insertContent([
        { type: 'image', attrs: { ...bare, ...picture } },
        { type: 'paragraph' },
      ])
    done()
  }
  return (
    <Ask title="Foto" close={done}>
      <PictureField
        name="foto"
        label="Welke foto?"
        value={picture.fileId ? (picture as Picture) : undefined}
        error={wrong}
        auth={auth}
        onChange={to => setPicture(to ?? {})}
      />
      <p className="row">
        <button type="button" className="btn" onClick={save}>
          {chosen ? 'Bewaar foto' : 'Zet foto in de tekst'}
        </button>
        {chosen && (
          <button
            type="button"
            className="btn btn-2"
            onClick={() => {
              editor.commands.deleteSelection()
              done()
            }}
          >
            Haal foto weg
          </button>
        )}
        <button type="button" className="btn btn-2" onClick={done}>
          Annuleer
        </button>
      </p>
    </Ask>
  )
}

const bare: Attrs = { alt: '', decorative: false, caption: '' }

function chosenIn(editor: Editor): Attrs | undefined {
  const { selection } = editor.state
  return selection instanceof NodeSelection && selection.node.type.name === 'image'
    ? (selection.node.attrs as Attrs)
    : undefined
}

function faultOf({ fileId, alt, decorative }: Attrs): string | undefined {
  if (!isFileId(fileId)) return 'Kies een foto.'
  return decorative || alt?.trim()
    ? undefined
    : "Beschrijf de foto in één zin, of kies 'alleen versiering'."
}
