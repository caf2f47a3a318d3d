import * as limits from '../../../api/limits.gen'
import { AreaField, fieldId, NumberField, TextField, useFault } from '../../../staff/fields'
import { FieldError } from '../../../ui/Field'
import { PressButton } from '../../../ui/PressButton'
import type { Quote, Share, Year } from './year'

/** Parts of all people who answered; together 100. */
export function Found({ doc, set }: { doc: Year; set(next: Partial<Year>): void }) {
  const fault = useFault('found')
  const id = fieldId('found')
  const change = (i: number, to: Partial<Share>) =>
    set({ found: doc.found.map((s, j) => (j === i ? { ...s, ...to } : s)) })
  const total = doc.found.reduce((n, s) => n + (s.percent ?? 0), 0)
  return (
    <fieldset className={fault ? 'field field-error' : 'field'} id={id} tabIndex={-1}>
      <legend className="label">
        Hoe vonden mensen ons? <span className="optional">(niet verplicht)</span>
      </legend>
      <FieldError of={id}>{fault}</FieldError>
      {doc.found.map((s, i) => (
        <div className="figure-row" key={i}>
          <TextField
            name={`found.${i}.label`}
            label={`Antwoord ${i + 1}`}
            value={s.label}
            onChange={label => change(i, { label })}
          />
          <NumberField
            name={`found.${i}.percent`}
            label="Procent"
            value={s.percent}
            onChange={percent => change(i, { percent })}
          />
          <PressButton
            second
            label={`Haal weg: antwoord ${i + 1}`}
            press={() => set({ found: doc.found.filter((_, j) => j !== i) })}
          >
            Haal weg
          </PressButton>
        </div>
      ))}
      {doc.found.length > 0 && (
        <>
          <p className="count">Samen {total} procent</p>
          <TextField
            name="foundSource"
            label="Bron"
            hint="Waar komt dit vandaan?"
            max={limits.ImpactYear.foundSource.maxLength}
            value={doc.foundSource ?? ''}
            onChange={foundSource => set({ foundSource })}
          />
          <NumberField
            name="foundN"
            label="Hoeveel mensen antwoordden?"
            value={doc.foundN}
            onChange={foundN => set({ foundN })}
          />
        </>
      )}
      <p className="figure-more">
        <PressButton second press={() => set({ found: [...doc.found, { label: '' }] })}>
          Nog een antwoord
        </PressButton>
      </p>
    </fieldset>
  )
}

/** What people said, with their consent. */
export function Quotes({
  value,
  onChange,
}: {
  value: readonly Quote[]
  onChange(next: Quote[]): void
}) {
  const change = (i: number, to: Partial<Quote>) =>
    onChange(value.map((q, j) => (j === i ? { ...q, ...to } : q)))
  return (
    <fieldset className="field">
      <legend className="label">
        Citaten <span className="optional">(niet verplicht)</span>
      </legend>
      <span className="hint">Alleen als de persoon het goed vindt.</span>
      {value.map((q, i) => (
        <div className="box figure-card" role="group" aria-label={`Citaat ${i + 1}`} key={i}>
          <AreaField
            name={`quotes.${i}.text`}
            label="Wat zei iemand?"
            max={limits.Quote.text.maxLength}
            rows={2}
            value={q.text}
            onChange={text => change(i, { text })}
          />
          <TextField
            name={`quotes.${i}.by`}
            label="Van wie?"
            hint="Bijvoorbeeld: een bezoeker."
            short
            value={q.by}
            onChange={by => change(i, { by })}
          />
          <p>
            <PressButton
              second
              label={`Haal weg: citaat ${i + 1}`}
              press={() => onChange(value.filter((_, j) => j !== i))}
            >
              Haal weg
            </PressButton>
          </p>
        </div>
      ))}
      <p className="figure-more">
        <PressButton second press={() => onChange([...value, { text: '', by: '' }])}>
          Nog een citaat
        </PressButton>
      </p>
    </fieldset>
  )
}
