import * as limits from '../../../api/limits.gen'
import type { Auth } from '../../../auth/types'
import {
  AreaField,
  fieldId,
  SelectField,
  TextField,
  TickField,
  TicksField,
  useFault,
} from '../../../staff/fields'
import { PictureField } from '../../../staff/editor/PictureField'
import { HelpPanel } from '../../../staff/editor/rich/HelpPanel'
import { RichTextField } from '../../../staff/editor/rich/RichTextField'
import type { Draft } from '../../../staff/editor/useDraft'
import { textOf } from '../../../staff/textOf'
import { useRead } from '../../../staff/api/useRead'
import { FieldError } from '../../../ui/Field'
import { PressButton } from '../../../ui/PressButton'
import { lengthHint, type Story } from './story'

/** What visitors read of a story, in the order in which they read it. */
export function StoryFields({ d, auth }: { d: Draft<Story>; auth: Auth }) {
  const { doc, set, place } = d
  const text = textOf(doc, set)
  const long = lengthHint(doc)
  return (
    <>
      <TextField {...text('title', limits.Story.title)} label="Titel" />
      <TextField
        {...text('displayName')}
        label="Naam van de verteller"
        hint="Een pseudoniem of een voornaam. Nooit een achternaam."
        short
      />
      <AreaField
        {...text('intro', limits.Story.intro)}
        label="Inleiding"
        hint="Eén of twee zinnen, voor in de lijst."
      />
      <AreaField
        {...text('contentNote', limits.Story.contentNote)}
        label="Waar gaat het over?"
        hint="Staat vóór het verhaal: 'Dit verhaal gaat over …'. Vul dit in als het verhaal iemand kan raken."
        optional
        rows={2}
      />
      <div>
        <RichTextField
          name="body"
          label="Verhaal"
          hint="Het gaat over herstel, niet over wat er gebeurde. Schrijf nooit hoe iemand zichzelf iets aandeed."
          images
          value={doc.body}
          onChange={body => set({ body })}
          auth={auth}
        />
        {long && <p className="hint story-hint">{long}</p>}
        <HelpPanel of={doc.body} until={place.until} />
      </div>
      <AreaField {...text('inShort', limits.Story.inShort)} label="In het kort" optional />
      <Helped value={doc.helped} onChange={helped => set({ helped })} />
      <TicksField
        name="themes"
        label="Thema's"
        hint="Kies één tot vier."
        options={limits.Story.themes.items.enum.map(t => [t, t] as const)}
        value={doc.themes}
        onChange={next => set({ themes: next })}
      />
      <TextField
        {...text('quote', limits.Story.quote)}
        label="Citaat"
        hint="Een zin van de verteller, in grote letters onder het verhaal."
        optional
      />
      <HelpPanel
        of={[
          doc.title,
          doc.displayName,
          doc.intro,
          doc.contentNote,
          doc.inShort,
          ...doc.helped,
          doc.quote,
        ]
          .filter(Boolean)
          .join('\n')}
        until={place.until}
      />
      <PictureField
        name="image"
        label="Foto"
        hint="Niet verplicht. Liever handen, een plek of werk dan een gezicht."
        value={doc.image}
        onChange={image => set({ image })}
        auth={auth}
      />
      <Related
        auth={auth}
        value={doc.relatedActivity ?? ''}
        onChange={relatedActivity => set({ relatedActivity })}
      />
      <TickField
        name="findable"
        label="Zoekmachines mogen dit verhaal tonen"
        hint="Alleen als de verteller daar toestemming voor gaf. Anders gebeurt het niet, ook met dit vinkje."
        value={doc.findable}
        onChange={findable => set({ findable })}
      />
    </>
  )
}

/** One to five lines. */
function Helped({ value, onChange }: { value: readonly string[]; onChange(next: string[]): void }) {
  const fault = useFault('helped')
  const id = fieldId('helped')
  const inside = value.some((_, i) => i >= 0) && fault
  return (
    <fieldset className={inside ? 'field field-error' : 'field'} id={id}>
      <legend className="label">Wat mij hielp</legend>
      <span className="hint">Eén tot vijf regels, in de woorden van de verteller.</span>
      <FieldError of={id}>{fault}</FieldError>
      <div className="stack">
        {value.map((line, i) => (
          <div className="story-line" key={i}>
            <TextField
              name={`helped.${i}`}
              label={`Regel ${i + 1}`}
              value={line}
              onChange={next => onChange(value.map((l, j) => (j === i ? next : l)))}
            />
            {value.length > 1 && (
              <PressButton
                second
                label={`Haal weg: regel ${i + 1}`}
                press={() => onChange(value.filter((_, j) => j !== i))}
              >
                Haal weg
              </PressButton>
            )}
          </div>
        ))}
      </div>
      {value.length < limits.Story.helped.maxItems && (
        <p className="story-fields">
          <PressButton second press={() => onChange([...value, ''])}>
            Nog een regel
          </PressButton>
        </p>
      )}
    </fieldset>
  )
}

function Related({
  auth,
  value,
  onChange,
}: {
  auth: Auth
  value: string
  onChange(next: string): void
}) {
  const read = useRead(auth, '/api/drafts/{kind}', { path: { kind: 'activities' } })
  const items = read.data?.items ?? []
  const known = items.some(i => i.id === value) || !value
  return (
    <SelectField
      name="relatedActivity"
      label="Activiteit die erbij past"
      optional
      hint={
        read.is === 'failed'
          ? 'De lijst van activiteiten laadt nu niet.'
          : 'De eerstvolgende keer staat dan onder het verhaal.'
      }
      value={value}
      onChange={onChange}
      options={[
        ['', 'Geen'],
        ...(known ? [] : [[value, 'De activiteit die er nu staat'] as const]),
        ...items.map(i => [i.id, i.title || 'Zonder titel'] as const),
      ]}
    />
  )
}
