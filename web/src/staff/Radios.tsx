/** One of a few, each in a box of its own: its value, its words and what else to know of it. */
export type RadioOption = readonly [value: string, words: string, hint?: string | undefined]

interface Props {
  /** Of the group, as the browser knows it. */
  name: string
  options: readonly RadioOption[]
  value: string
  onChange(next: string): void
  /** In front of the value it is the id of each, so that a fault can lead to it. */
  ids?: string
}

/** The choices alone: the fieldset around them says what is asked, and what is wrong with it. */
export function Radios({ name, options, value, onChange, ids }: Props) {
  return (
    <div className="choices">
      {options.map(([v, words, hint]) => (
        <label key={v} className={value === v ? 'choice choice-on' : 'choice'}>
          <input
            type="radio"
            name={name}
            id={ids && ids + v}
            checked={value === v}
            onChange={() => onChange(v)}
          />
          <span>
            {words}
            {hint && <span className="hint">{hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
