import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon'
import { circleCheck } from '../../ui/noticeIcons'

/** What the last press did, in one sentence. It takes focus: the rest of the page may look the same. */
export function News({ children }: { children: string | undefined }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [children])
  if (!children) return null
  return <div className="alert alert-ok"><Icon of={circleCheck} /><div><p ref={text} tabIndex={-1}>{children}</p></div></div>
}
