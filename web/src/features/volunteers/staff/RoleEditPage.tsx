import * as limits from '../../../api/limits.gen'
import type { ScreenProps } from '../../../page'
import * as to from '../../../paths'
import type { DocOf } from '../../../staff/drafts'
import { EditorFrame } from '../../../staff/editor/EditorFrame'
import type { Speech } from '../../../staff/editor/speech'
import { AreaField, TextField, TickField } from '../../../staff/fields'
import { useDraft } from '../../../staff/editor/useDraft'
import { useId, useOwnAddress } from '../../../staff/editor/useNew'
import { at } from '../../../screens'

type Role = DocOf<'roles'>

const fresh: Role = { title: '', text: '', open: true, vog: false }

const speech: Speech<Role> = {
  labels: {
    title: 'Naam van de rol',
    text: 'Wat doe je dan?',
    perWeek: 'Hoeveel tijd kost het?',
    open: 'We zoeken hier nu iemand voor',
    vog: 'VOG nodig',
  },
  say: ({ name, code }) =>
    code === 'required'
      ? { title: 'Geef de rol een naam.', text: 'Schrijf op wat iemand dan doet.' }[name]
      : name === 'text' && code === 'too_long'
        ? `Maak de tekst korter: hooguit ${limits.Role.text.maxLength} tekens.`
        : undefined,
}

/** `/beheer/rollen/:id`; `new` makes one. */
export default function RoleEditPage({ auth, user, params }: ScreenProps) {
  const made = params['id'] === 'new'
  const id = useId(made ? undefined : params['id'], 'rol_', user.uid)
  const d = useDraft(auth, 'roles', id, made ? fresh : undefined)
  useOwnAddress(d, made, at('role', id))
  const { doc, set } = d
  return (
    <EditorFrame
      auth={auth}
      user={user}
      draft={d}
      speech={speech}
      title={made ? 'Nieuwe rol' : 'Rol'}
      heading={d.draft && doc?.title}
      noPeriod
      back={{ to: at('roles'), words: 'Vrijwilligersrollen' }}
      write
      publicAt={to.volunteers()}
    >
      {d.is === 'ready' && (
        <>
          <TextField
            name="title"
            label="Naam van de rol"
            value={doc.title}
            onChange={title => set({ title })}
          />
          <AreaField
            name="text"
            label="Wat doe je dan?"
            max={limits.Role.text.maxLength}
            rows={5}
            value={doc.text}
            onChange={text => set({ text })}
          />
          <TextField
            name="perWeek"
            label="Hoeveel tijd kost het?"
            hint="Bijvoorbeeld: 3 uur per week."
            optional
            short
            value={doc.perWeek ?? ''}
            onChange={perWeek => set({ perWeek: perWeek || undefined })}
          />
          <TickField
            name="open"
            label="We zoeken hier nu iemand voor"
            value={doc.open}
            onChange={open => set({ open })}
          />
          <TickField
            name="vog"
            label="Voor deze rol is een VOG nodig"
            value={doc.vog}
            onChange={vog => set({ vog })}
          />
        </>
      )}
    </EditorFrame>
  )
}
