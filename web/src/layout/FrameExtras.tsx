import { useState } from 'react'
import { useStore } from '../page'
import type { Page } from '../pages'
import { useAnnouncement } from './announcement'
import { usePageCounter } from './counter'

/**
 * What the frame does after a page is there: counting it when that was agreed to, and the
 * announcement; on pages without a frame there is none.
 */
export function FrameExtras({ page, exit }: { page: Page | undefined; exit: boolean }) {
  const { layout } = useStore()
  const [since] = useState(() => Date.now())
  usePageCounter(page)
  const [announced, end] = useAnnouncement(layout, page?.plain ? undefined : since)
  return announced ? <announced.Dialog of={announced.of} exit={exit} done={end} /> : null
}
