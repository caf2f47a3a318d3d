// The site's own data (GET /api/site) for every part of every page.
import { useSyncExternalStore } from 'react'
import { useStore, type Loaded } from '../page'
import type { Site } from '../pages'

/**
 * What is known when even the first read of the layout failed: the name, and no way to reach us to
 * make up.
 */
export const bareSite: Site = {
  name: 'Herstelruimte',
  phone: '',
  email: '',
  address: [],
  openNow: { state: 'away', also: [] },
  hours: [],
  exceptions: [],
  crisis: [],
  crisisChecked: '',
  exitUrl: '',
  socials: {},
  contactForm: true,
  sample: false,
  freshUntil: '',
}

export const layoutOf = (loaded: Loaded | undefined) => loaded?.data?.layout as Site | undefined

/** Contact data, hours, exit address: the last known answer, also when a read fails. */
export function useLayout(): Site {
  const { layout } = useStore()
  return useSyncExternalStore(layout.subscribe, layout.get, layout.get)
}
