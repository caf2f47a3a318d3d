import { fieldId } from '../../../staff/fields'
import { plus } from '../../../staff/icons'
import { Icon } from '../../../ui/Icon'
import { names } from './deskValues'
import { minus } from './peopleIcons'

interface Props {
  most: number
  value: number
  onChange(next: number): void
}

/** How many come along. */
export function DeskGuests({ most, value, onChange }: Props) {
  const id = fieldId(names.guests)
  return (
    <div className="all head-row" role="group" aria-labelledby={id + '-naam'}>
      <span className="label" id={id + '-naam'}>
        Komt er iemand mee?
      </span>
      <span className="row">
        <button
          className="round"
          type="button"
          aria-label="Eén minder"
          onClick={() => onChange(Math.max(0, value - 1))}
        >
          <Icon of={minus} />
        </button>
        <output className="figure" id={id} aria-labelledby={id + '-naam'} tabIndex={-1}>
          {value}
        </output>
        <button
          className="round"
          type="button"
          aria-label="Eén meer"
          onClick={() => onChange(Math.min(most, value + 1))}
        >
          <Icon of={plus} />
        </button>
      </span>
    </div>
  )
}
