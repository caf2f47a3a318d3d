import { plural } from '../../api/count'
import { Icon } from '../../ui/Icon'
import { triangleAlert } from '../../ui/noticeIcons'
import { unfold } from '../../ui/unfold'
import { useFocusOn } from '../../ui/useFocusOn'
import type { Fault, Refusal } from '../drafts'
import { fieldId } from '../fields'

interface Props {
  faults: readonly Fault[]
  sentences: Readonly<Record<string, string>>
  /** The heading takes the focus at each press. */ turn: number
}

/** What keeps a text from being published, or saved: each line leads to its field. */
export function FaultSummary({ faults, sentences, turn }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>(turn)
  const names = [...new Set(faults.map(f => f.name))]
  return (
    <section className="alert alert-error" role="group" aria-labelledby="nodig">
      <Icon of={triangleAlert} />
      <div>
        <h2 id="nodig" ref={heading} tabIndex={-1}>
          {plural(
            names.length,
            'Er is nog iets nodig',
            `Kijk nog even naar deze ${names.length} punten:`,
          )}
        </h2>
        <ul className="list">
          {names.map(n => (
            <li key={n}>
              <a
                href={'#' + fieldId(n)}
                onClick={e => {
                  if (reach(n)) e.preventDefault()
                }}
              >
                {sentences[n]}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/**
 * The field itself, or the nearest one around it: `blocks.1.body` for
 * `blocks.1.body.content.3.alt`.
 */
export function fieldOf(name: string): HTMLElement | null {
  const field = document.getElementById(fieldId(name))
  const cut = Math.max(name.lastIndexOf('.'), name.lastIndexOf('['))
  return field ?? (cut > 0 ? fieldOf(name.slice(0, cut)) : null)
}

/** A field may be a group, or an editor of its own: then its first part takes the focus. */
function reach(name: string): boolean {
  const field = fieldOf(name)
  const inside = field?.matches('input, textarea, select, [contenteditable=true], [tabindex]')
    ? field
    : field?.querySelector<HTMLElement>('input, textarea, select, [contenteditable=true], button')
  unfold(inside)
  inside?.scrollIntoView({ block: 'center' })
  inside?.focus({ preventScroll: true })
  return inside !== undefined && inside !== null
}

/** A refusal that is not about one field. */
export function Refused({ of, turn }: { of: Refusal; turn: number }) {
  const words = useFocusOn<HTMLParagraphElement>(turn)
  return (
    <section className="alert alert-error" role="group">
      <Icon of={triangleAlert} />
      <div>
        <p ref={words} tabIndex={-1}>
          {sayRefusal(of)}
        </p>
      </div>
    </section>
  )
}

export function sayRefusal({ code, status }: Refusal): string {
  switch (code) {
    case 'offline':
      return 'Je hebt nu geen internet. Je tekst staat nog hier. Probeer het straks opnieuw.'
    case 'forbidden':
      return 'Hier heb je geen rechten voor. Vraag het aan de coördinator.'
    case 'unauthorized':
      return 'Log opnieuw in en probeer het nog een keer.'
    case 'too_large':
      return 'Deze tekst is te groot. Maak hem korter.'
    case 'gone':
    case 'not_found':
      return 'Deze tekst is intussen weggehaald. Bewaar wat je schreef ergens anders.'
    case 'conflict':
      return 'Dit kan nu niet. Laad de pagina opnieuw en kijk wat er veranderd is.'
    case 'too_many':
      return 'Er komt nu veel binnen. Wacht even en probeer het opnieuw.'
    default:
      return status >= 500 || status === 0
        ? 'Er ging bij ons iets mis. Je tekst staat nog hier. Probeer het opnieuw.'
        : 'Dit lukt nu niet. Kijk alles nog even na en probeer het opnieuw.'
  }
}
