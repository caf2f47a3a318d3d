import './rich.css'
import { many } from '../../count'
import { use, useDeferredValue, useId, useMemo, useState } from 'react'
import { Icon } from '../../../ui/Icon'
import { circleAlert } from '../../../ui/noticeIcons'
import type { Doc } from './doc'
import { HardWords } from './hardWords'
import { helpWith, type Asked, type Help } from './help'

interface Props extends Omit<Asked, 'words'> {
  /** What somebody writes: a text with form, or the words of plain fields. */
  of: string | Doc | undefined
}

const few = 4

/**
 * Help with plain language below a text. It never stands in the way of writing. A group, no
 * landmark: a page may have several.
 */
export function HelpPanel({ of = '', until, today, own }: Props) {
  const words = use(HardWords)
  const now = useDeferredValue(of)
  const help = useMemo(
    () => helpWith(now, { until, words, own, ...(today ? { today } : {}) }),
    [now, until, today, words, own],
  )
  const [all, setAll] = useState(false)
  const title = useId()
  if (!help.average) return null
  const found = [...help.found].sort((a, b) => Number(b.blocks) - Number(a.blocks))
  const shown = all ? found : found.slice(0, few)
  return (
    <div className="b1" role="group" aria-labelledby={title}>
      <p id={title}>
        <strong>Hulp bij duidelijke taal</strong>
      </p>
      <p>{sum(help)}</p>
      {shown.length > 0 && (
        <ul className="list">
          {shown.map((f, i) => (
            <li key={i}>
              {f.blocks && (
                <>
                  <Icon of={circleAlert} />
                  <strong>Dit moet anders voordat je publiceert.</strong>{' '}
                </>
              )}
              {f.words}
            </li>
          ))}
        </ul>
      )}
      {found.length > few && (
        <p>
          <button
            type="button"
            className="linkish"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? 'Laat minder zien' : many(found.length - few, 'Nog 1 tip')}
          </button>
        </p>
      )}
    </div>
  )
}

/** The level, the length of the sentences, and that no hard word was found. */
export function sum({ level, average, found }: Help): string {
  return [
    level && `Leest: ${level}.`,
    many(average, 'Gemiddeld 1 woord per zin.'),
    !found.some(f => f.code === 'hard' || f.code === 'stigma') &&
      'Geen moeilijke woorden gevonden.',
  ]
    .filter(Boolean)
    .join(' ')
}
