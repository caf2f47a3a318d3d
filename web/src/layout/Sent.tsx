import type { ReactNode } from 'react'
import type { Flash } from '../page'
import { Icon } from '../ui/Icon'
import { circleCheck } from '../ui/noticeIcons'
import { useFocusOn } from '../ui/useFocusOn'
import { Reach } from './Reach'

interface Props {
  title: string
  /** What this tab remembers of what was filled in; after a plain post there is none. */
  said?: Flash['said']
  /** What happens next, and when. */
  children: ReactNode
}

/**
 * It worked: says so, what happens next, and two ways to reach us. The heading takes focus on both
 * roads.
 */
export function Sent({ title, said, children }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>(title)
  return (
    <div className="stack-l sent">
      <section className="alert alert-ok">
        <Icon of={circleCheck} />
        <div>
          <h2 ref={heading} tabIndex={-1} autoFocus data-result>
            {title}
          </h2>
          {children}
          <p>
            <Reach />
          </p>
        </div>
      </section>
      <Said of={said} />
    </div>
  )
}

/** What somebody just filled in, once more. */
export const Said = ({ of = [] }: { of: Flash['said'] }) =>
  of.length > 0 && (
    <section className="panel">
      <h2 className="box-title">Dit heb je ingevuld</h2>
      <dl className="answers">
        {of.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="as-typed">{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
