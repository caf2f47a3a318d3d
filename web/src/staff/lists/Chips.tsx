import '../../ui/chips.css'

interface Props {
  label: string
  /** Value and words. */
  of: readonly (readonly [string, string])[]
  now: string | undefined
  choose(value: string): void
}

/** One choice of a few, that works at once. */
export const Chips = ({ label, of, now, choose }: Props) => (
  <div className="chips" role="group" aria-label={label}>
    <span className="chip-label" aria-hidden="true">
      {label}
    </span>
    {of.map(([value, words]) => (
      <button
        key={value}
        type="button"
        className="chip"
        aria-pressed={value === now}
        onClick={() => choose(value)}
      >
        {words}
      </button>
    ))}
  </div>
)
