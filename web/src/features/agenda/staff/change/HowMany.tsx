import { useState } from 'react'
import { Icon } from '../../../../ui/Icon'
import { down } from '../../../../ui/icons'
import type { OnChange } from './onChange'
import { sayScope, scopeWords } from './words'

/** "Het gaat om meer dan deze keer": folded, as it is about this date nearly always. */
export function HowMany({ on }: { on: OnChange }) {
  const { scopes, canMany, phone } = on.of
  const [open, set] = useState(on.scope !== 'this') // to choose folds nothing under the focus
  if (scopes.length === 0) return null
  return (
    <details className="fold" open={open} onToggle={e => set(e.currentTarget.open)}>
      <summary>
        Het gaat om meer dan deze keer
        <Icon of={down} />
      </summary>
      {canMany ? (
        <fieldset className="choices">
          <legend className="label">Voor welke datums geldt dit?</legend>
          {scopes.map(s => (
            <label key={s.scope} className={on.scope === s.scope ? 'choice choice-on' : 'choice'}>
              <input
                type="radio"
                name="omvang"
                checked={on.scope === s.scope}
                onChange={() => on.setScope(s.scope)}
              />
              <span>
                {scopeWords[s.scope]}
                <span className="hint">{sayScope(s)}</span>
              </span>
            </label>
          ))}
          <p className="small muted">Wat al geweest is, verandert nooit.</p>
        </fieldset>
      ) : (
        <p>Dat doet de coördinator: {phone}.</p>
      )}
    </details>
  )
}
