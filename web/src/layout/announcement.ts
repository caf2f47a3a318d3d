// The announcement (site.md section 4): whether and when it comes in front of the page. The dialog has code of its own.
import { useEffect, useState, type ComponentType } from 'react'
import { useStore } from '../page'
import type { Site } from '../pages'
import { cookie } from './cookie'

export type Announcement = NonNullable<Site['announcement']>

export const dismissedCookie = 'announcement_dismissed'

/** Within the period, and not dismissed in this version; or forced by the address, which ignores all of that. */
export const mustShow = (a: Announcement, forced: boolean, now: number, dismissed: string | undefined) =>
  forced || (a.enabled && now >= Date.parse(a.from) && now < Date.parse(a.until) && dismissed !== a.version)

/** The delay runs once a page load: whatever was decided then holds until the next. */
let decided = false

type Dialog = ComponentType<{ of: Announcement; exit: boolean; done(): void }>
export interface Shown { Dialog: Dialog; of: Announcement }

/** The announcement to show now, and how to end it. */
export function useAnnouncement(): [Shown | undefined, () => void] {
  const { layout } = useStore()
  const [shown, show] = useState<Shown>()
  const delay = layout.get().announcement?.delayMs
  useEffect(() => {
    if (decided || delay === undefined || !canShow()) return
    const forced = new URLSearchParams(location.search).get('forceAnnouncement') === '1'
    const timer = setTimeout(() => {
      decided = true
      const of = layout.get().announcement
      if (!of || !mustShow(of, forced, Date.now(), cookie(dismissedCookie))) return
      import('./AnnouncementDialog').then(m => show({ Dialog: m.AnnouncementDialog, of }), () => undefined)
    }, delay)
    return () => clearTimeout(timer)
  }, [layout, delay])
  return [shown, () => show(undefined)]
}

/** Browsers without it get the words at the top of the page. */
export const canShow = () => typeof HTMLDialogElement === 'function' && 'showModal' in HTMLDialogElement.prototype
