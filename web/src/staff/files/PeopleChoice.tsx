import { describedBy, FieldError, Hint } from '../../ui/Field'
import { fieldId, useFault } from '../fields'
import { sayMoment } from '../words'
import type { LibraryFile, People } from './library'

interface Props {
  of: LibraryFile
  hint?: string | undefined
  /** JSON name: the error summary leads to it. */
  name?: string
  choose(people: People): void
}

/**
 * Whether people can be recognised on a photo, and whether they agree. It belongs to the photo,
 * wherever it is used.
 */
export function PeopleChoice({ of, hint, name = 'people', choose }: Props) {
  const id = fieldId(name)
  const fault = useFault(name)
  const error = of.people === 'unknown' ? fault : undefined // it is said by now
  const choices: [People, string][] = [
    ['none', 'Er staan geen herkenbare mensen op'],
    ['agreed', 'Alle herkenbare mensen vinden het goed'],
  ]
  return (
    <fieldset
      className={error ? 'field field-error' : 'field'}
      id={id}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend className="label">Wie staan er op de foto?</legend>
      <Hint of={id}>{hint}</Hint>
      <FieldError of={id}>{error}</FieldError>
      <div className="choices">
        {choices.map(([value, words]) => (
          <label key={value} className={of.people === value ? 'choice choice-on' : 'choice'}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={of.people === value}
              onChange={() => choose(value)}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
      {of.people === 'agreed' && of.agreedAt && (
        <p className="small muted">
          Genoteerd op {sayMoment(of.agreedAt)}
          {of.agreedBy?.name && ` door ${of.agreedBy.name}`}.
        </p>
      )}
    </fieldset>
  )
}
