import { useState } from 'react'
import { Fold } from '../../../../staff/Fold'
import type { OnChange } from './onChange'
import { sayScope, scopeWords, type DateChoices, type ScopeName } from './words'

/** "Het gaat om meer dan deze keer": folded, as it is about this date nearly always. */
export function HowMany({ on }: { on: OnChange }) {
  const { scopes, canMany, phone } = on.of
  const [open, set] = useState(on.scope !== 'this') // to choose folds nothing under the focus
  if (scopes.length === 0) return null
  return (
    <Fold
      title="Het gaat om meer dan deze keer"
      open={open}
      onToggle={e => set(e.currentTarget.open)}
    >
      {canMany ? (
        <Scopes of={scopes} words={scopeWords} chosen={on.scope} choose={on.setScope}>
          <p className="small muted">Wat al geweest is, verandert nooit.</p>
        </Scopes>
      ) : (
        <p>Dat doet de coördinator: {phone}.</p>
      )}
    </Fold>
  )
}

interface ScopesProps {
  of: DateChoices['scopes']
  words: Readonly<Record<ScopeName, string>>
  chosen: ScopeName
  choose(scope: ScopeName): void
  children?: React.ReactNode
}

/** For which dates something is meant, each with its own count. */
export function Scopes({ of, words, chosen, choose, children }: ScopesProps) {
  return (
    <fieldset className="choices">
      <legend className="label">Voor welke datums geldt dit?</legend>
      {of.map(s => (
        <label key={s.scope} className={chosen === s.scope ? 'choice choice-on' : 'choice'}>
          <input
            type="radio"
            name="omvang"
            checked={chosen === s.scope}
            onChange={() => choose(s.scope)}
          />
          <span>
            {words[s.scope]}
            <span className="hint">{sayScope(s)}</span>
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  )
}
