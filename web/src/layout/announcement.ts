// The announcement: whether and when it comes in front of the page. The dialog
// has code of its own.
import { useEffect, useState, type ComponentType } from 'react'
import type { LayoutSource } from '../page'
import { canShow } from './canShow'
import { cookie } from './cookie'
import { dismissedCookie, type Announcement } from './dismissed'

/**
 * Within the period, and not dismissed in this version; or forced by the address, which ignores all
 * of that.
 */
export const mustShow = (
  a: Announcement,
  forced: boolean,
  now: number,
  dismissed: string | undefined,
) =>
  forced ||
  (a.enabled && now >= Date.parse(a.from) && now < Date.parse(a.until) && dismissed !== a.version)

/** The delay runs once a page load: whatever was decided then holds until the next. */
let decided = false

type Dialog = ComponentType<{ of: Announcement; exit: boolean; done(): void }>
export interface Shown {
  Dialog: Dialog
  of: Announcement
}

/**
 * The announcement to show now, and how to end it. `since` is when the frame appeared; without one
 * there is none.
 */
export function useAnnouncement(
  layout: LayoutSource,
  since: number | undefined,
): [Shown | undefined, () => void] {
  const [shown, show] = useState<Shown>()
  const delay = layout.get().announcement?.delayMs
  useEffect(() => {
    if (decided || since === undefined || delay === undefined || !canShow()) return
    const forced = new URLSearchParams(location.search).get('forceAnnouncement') === '1'
    const timer = setTimeout(
      () => {
        decided = true
        const of = layout.get().announcement
        if (!of || !mustShow(of, forced, Date.now(), cookie(dismissedCookie))) return
        import('./AnnouncementDialog').then(
          m => show({ Dialog: m.AnnouncementDialog, of }),
          () => undefined,
        )
      },
      Math.max(0, since + delay - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [layout, delay, since])
  return [shown, () => show(undefined)]
}
