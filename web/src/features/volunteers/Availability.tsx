import { ChoiceRow } from '../../ui/Choices'
import { describedBy, FieldError, Hint, inputId, useError } from '../../ui/Field'
import { useForm } from '../../ui/useForm'
import { list, text } from '../../ui/values'
import { neverDays, often, parts, talk, talkWords } from './body'

/** How often in each part of the day: three presses. The days that never can are folded. */
export function Availability({ label }: { label: string }) {
  const { values } = useForm()
  const name = 'availability'
  const error = useError(name)
  const id = inputId(name)
  const hint = 'Drie keer tikken is genoeg.'
  const days = list(values, name)
  return (
    <fieldset
      className={error ? 'field field-error' : 'field'}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className="label">{label}</legend>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      <div className="times">
        {parts.map(([part, words], i) => (
          <fieldset key={part} className="times-part">
            <legend>{words}</legend>
            {often.map(([how, said]) => (
              <ChoiceRow
                key={how}
                type="radio"
                name={part}
                value={how}
                id={i === 0 && how === 'often' ? id : undefined}
                chosen={(text(values, part) || 'never') === how}
              >
                {said}
              </ChoiceRow>
            ))}
          </fieldset>
        ))}
        <ChoiceRow type="checkbox" name={name} value={talk} chosen={days.includes(talk)}>
          {talkWords}
        </ChoiceRow>
      </div>
      <details className="fold" open={neverDays.some(([day]) => days.includes(day))}>
        <summary>Zijn er dagen die nooit kunnen? (niet verplicht)</summary>
        <div className="choices">
          {neverDays.map(([day, words]) => (
            <ChoiceRow
              key={day}
              type="checkbox"
              name={name}
              value={day}
              chosen={days.includes(day)}
            >
              {words}
            </ChoiceRow>
          ))}
        </div>
      </details>
    </fieldset>
  )
}
