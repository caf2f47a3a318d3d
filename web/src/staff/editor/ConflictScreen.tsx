import { useState } from 'react'
import type { User } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import { useFocusOn } from '../../ui/useFocusOn'
import type { Speech } from './speech'
import type { Draft } from './useDraft'
import { labelOf, Value } from './Value'
import { ActError } from '../ActError'
import { copyOf, same, type Copy } from './copy'

type Fields = Record<string, unknown>
type Side = 'mine' | 'theirs'

interface Props<T> {
  draft: Draft<T>
  speech: Speech<T>
  user: User
}

/**
 * Two texts that both want to stay. Per field the person says which; nothing of either is lost,
 * both are kept as versions.
 */
export function ConflictScreen<T>({ draft: d, speech, user }: Props<T>) {
  const { mine, theirs, base } = d.conflict!
  const heading = useFocusOn<HTMLHeadingElement>(theirs.version)
  const copies = { mine: flat(mine), theirs: flat(copyOf(theirs)) }
  const names = differing(copies.mine, copies.theirs, speech)
  const [chosen, choose] = useState<Record<string, Side>>(() =>
    Object.fromEntries(names.flatMap(n => suggestion(n, copies, base && flat(base)))),
  )
  const [missing, miss] = useState(false)
  const self = theirs.updatedBy.uid === user.uid
  const who = theirs.updatedBy.name || 'Iemand'
  const their = self ? 'Neem die uit het andere tabblad' : `Neem die van ${who}`
  const go = () => {
    if (names.some(n => !chosen[n])) return miss(true)
    void d.resolve(
      merged(
        mine,
        names.filter(n => chosen[n] === 'theirs'),
        copies.theirs,
      ),
    )
  }
  return (
    <section className="stack" aria-labelledby="botsing">
      <h2 id="botsing" ref={heading} tabIndex={-1}>
        Kies wat blijft
      </h2>
      <p>
        {self
          ? 'Je hebt dit intussen veranderd in een ander tabblad. Vergelijk de versies en kies wat blijft.'
          : `${who} heeft dit intussen veranderd. Vergelijk de versies en kies wat blijft.`}
      </p>
      <p className="small muted">Beide versies blijven bewaard in de geschiedenis.</p>
      <ActError>{missing && 'Kies bij elk veld wat blijft.'}</ActError>
      {names.map(n => (
        <fieldset key={n} className={missing && !chosen[n] ? 'field box field-error' : 'field box'}>
          <legend className="label">{labelOf(n, speech)}</legend>
          <div className="sides">
            {(['mine', 'theirs'] as const).map(side => (
              <div key={side} className="stack">
                <label className={chosen[n] === side ? 'choice choice-on' : 'choice'}>
                  <input
                    type="radio"
                    name={'botsing-' + n}
                    checked={chosen[n] === side}
                    onChange={() => choose({ ...chosen, [n]: side })}
                  />
                  <span>{side === 'mine' ? 'Houd mijn tekst' : their}</span>
                </label>
                <Value of={copies[side][n]} name={n} speech={speech} />
              </div>
            ))}
          </div>
        </fieldset>
      ))}
      <p>
        <PressButton press={go}>Bewaar deze keuze</PressButton>
      </p>
    </section>
  )
}

const flat = <T,>({ doc, place }: Copy<T>): Fields => ({ ...(doc as Fields), ...place })

/** In the order of the form; what has no label comes last. */
function differing<T>(a: Fields, b: Fields, { labels }: Speech<T>): string[] {
  const order = Object.keys(labels)
  const at = (n: string) => (order.includes(n) ? order.indexOf(n) : order.length)
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter(n => !same(a[n], b[n]))
    .sort((x, y) => at(x) - at(y))
}

/** Only one of the two changed it since both began: that one is likely meant to stay. */
function suggestion(
  name: string,
  { mine, theirs }: Record<Side, Fields>,
  base: Fields | undefined,
): [string, Side][] {
  if (!base) return []
  if (same(mine[name], base[name])) return [[name, 'theirs']]
  return same(theirs[name], base[name]) ? [[name, 'mine']] : []
}

function merged<T>({ doc, place }: Copy<T>, names: readonly string[], theirs: Fields): Copy<T> {
  const beside = ['from', 'until', 'pinned']
  const take = (own: boolean) =>
    Object.fromEntries(names.filter(n => beside.includes(n) === own).map(n => [n, theirs[n]]))
  return { doc: { ...doc, ...take(false) }, place: { ...place, ...take(true) } }
}
