import type { LayoutSource } from '../page'
import type { Page } from '../pages'
import { useAnnouncement } from './announcement'
import { usePageCounter } from './counter'

/**
 * What the frame does after a page is there: counting it when that was agreed to, and the
 * announcement. `since` is when the frame appeared; on pages without a frame there is no
 * announcement.
 */
export function FrameExtras({
  layout,
  page,
  exit,
  since,
}: {
  layout: LayoutSource
  page: Page | undefined
  exit: boolean
  since: number
}) {
  usePageCounter(page)
  const [announced, end] = useAnnouncement(layout, page?.plain ? undefined : since)
  return announced ? <announced.Dialog of={announced.of} exit={exit} done={end} /> : null
}
