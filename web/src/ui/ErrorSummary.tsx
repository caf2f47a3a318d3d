import type { ReactNode } from 'react'
import { useForm } from './useForm'
import { Icon } from './Icon'
import { hourglass, triangleAlert } from './noticeIcons'
import { inputId } from './Field'
import { SubmitButton } from './SubmitButton'
import { useFocusOn } from './useFocusOn'

const retryable = ['offline', 'lost', 'busy', 'internal', 'unavailable']

/**
 * What went wrong, above the form: every line leads to its field. The heading takes focus when it
 * appears. `children`: a way on.
 */
export function ErrorSummary({ children }: { children?: ReactNode }) {
  const { problem } = useForm()
  if (!problem) return null
  const { lines, text, code } = problem
  return (
    <Notice kind="error" title={heading(lines.length)}>
      {text && <p>{text}</p>}
      {lines.length > 0 && (
        <ul className="list">
          {lines.map(l => (
            <li key={l.name}>
              <a href={'#' + inputId(l.name)}>{l.text}</a>
            </li>
          ))}
        </ul>
      )}
      {children}
      {retryable.includes(code) && (
        <p>
          <SubmitButton second>Probeer opnieuw</SubmitButton>
        </p>
      )}
    </Notice>
  )
}

function heading(mistakes: number): string {
  if (mistakes === 0) return 'Het is nog niet gelukt'
  return mistakes > 1 ? `Kijk nog even naar deze ${mistakes} punten:` : 'Er is nog iets nodig'
}

interface NoticeProps {
  kind: 'error' | 'warn'
  title: string
  children?: ReactNode
}

/**
 * A message above a form after a send. Without JavaScript the browser itself puts focus on the
 * heading.
 */
export function Notice({ kind, title, children }: NoticeProps) {
  const { problem, id } = useForm()
  const heading = useFocusOn<HTMLHeadingElement>(problem)
  return (
    <section className={`alert alert-${kind}`} role="group" aria-labelledby={id + 'k'}>
      <Icon of={kind === 'error' ? triangleAlert : hourglass} />
      <div>
        <h2 id={id + 'k'} ref={heading} tabIndex={-1} autoFocus>
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
