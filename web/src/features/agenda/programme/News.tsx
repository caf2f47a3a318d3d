import type { ReactNode } from 'react'
import { Reach } from '../../../layout/Reach'
import { Icon } from '../../../ui/Icon'
import { circleCheck } from '../../../ui/noticeIcons'
import { useFocusOn } from '../../../ui/useFocusOn'

/**
 * The heading of what a press did. It takes focus, on both roads: the rest of the page may look the
 * same.
 */
export function Result({
  children,
  level: Heading = 'h2',
}: {
  children: ReactNode
  level?: 'h1' | 'h2'
}) {
  const heading = useFocusOn<HTMLHeadingElement>(children)
  return (
    <Heading
      ref={heading}
      className={Heading === 'h2' ? 'box-title' : undefined}
      tabIndex={-1}
      autoFocus
      data-result
    >
      {children}
    </Heading>
  )
}

/** What the last press did, and how to reach us. */
export function News({
  children,
  more,
}: {
  children: string | undefined
  more?: string | undefined
}) {
  if (!children) return null
  return (
    <div className="alert alert-ok">
      <Icon of={circleCheck} />
      <div>
        <Result>{children}</Result>
        {more && <p>{more}</p>}
        <p>
          <Reach />
        </p>
      </div>
    </div>
  )
}
