import * as limits from '../../../api/limits.gen'
import { AreaField, TextField, TicksField } from '../../../staff/fields'
import { namesIn } from '../../../staff/editor/rich/help'
import type { Draft } from '../../../staff/editor/useDraft'
import { CostField } from './CostField'
import type { Activity, Options } from './model'
import { facts, labels, languages } from './words'

/** Praktisch: what it costs, what to bring, and whose it is. */
export function Practical({
  d: { doc, set },
  options,
}: {
  d: Draft<Activity>
  options: Options | undefined
}) {
  const known = options?.begeleiders ?? []
  const staff = doc.staff ?? []
  const people = [
    ...known,
    ...staff.filter(uid => !known.some(k => k.uid === uid)).map(uid => ({ uid, name: '' })),
  ]
  const of = (options: readonly (readonly [string, string])[]) =>
    doc.facts.filter(f => options.some(o => o[0] === f))
  const telling = namesIn(doc.ownSentence ?? '', doc.title)
  return (
    <>
      <CostField value={doc.cost} onChange={cost => set({ cost })} />
      {doc.cost > 0 && (
        <p className="small muted">
          Bij de kosten staat altijd: Geld mag geen reden zijn. Vraag ernaar.
        </p>
      )}
      <TextField
        name="costNote"
        label="Uitleg bij de kosten"
        optional
        hint="Bijvoorbeeld: voor materiaal."
        short
        value={doc.costNote ?? ''}
        onChange={costNote => set({ costNote })}
      />
      <TextField
        name="bring"
        label="Wat neem je mee?"
        optional
        max={limits.ActivityDraft.bring.maxLength}
        value={doc.bring ?? ''}
        onChange={bring => set({ bring })}
      />
      <TextField
        name="ownSentence"
        label={labels.ownSentence}
        optional
        hint="Anderen kunnen meelezen. Laat de naam van de activiteit en woorden over gezondheid weg."
        max={limits.ActivityDraft.ownSentence.maxLength}
        value={doc.ownSentence ?? ''}
        onChange={ownSentence => set({ ownSentence })}
      />
      {telling.length > 0 && (
        <p className="small">Laat liever weg: {telling.map(w => `‘${w}’`).join(', ')}.</p>
      )}
      <TicksField
        name="facts"
        label="Toegankelijkheid"
        optional
        options={facts}
        value={doc.facts}
        onChange={next => set({ facts: [...next, ...of(languages)] })}
      />
      <TicksField
        name="language"
        label="Taal"
        optional
        hint="Niets aangevinkt: we praten Nederlands."
        options={languages}
        value={doc.facts}
        onChange={next => set({ facts: [...of(facts), ...next] })}
      />
      <AreaField
        name="firstTimeText"
        label="Zo gaat het de eerste keer"
        optional
        hint="Wie doet open? Waar ga je zitten?"
        max={limits.ActivityDraft.firstTimeText.maxLength}
        rows={5}
        value={doc.firstTimeText ?? ''}
        onChange={firstTimeText => set({ firstTimeText })}
      />
      {people.length > 0 && (
        <TicksField
          name="staff"
          label="Wie mag dit beheren?"
          optional
          hint="Begeleiders die hier al eens inlogden. De coördinator mag het altijd."
          options={people.map(p => [p.uid, p.name || 'Iemand die we niet meer kennen'] as const)}
          value={staff}
          onChange={next => set({ staff: [...next] })}
        />
      )}
    </>
  )
}
