import { useEffect, useState } from 'react'
import { clock, fullDay } from '../api/moment'
import { useLocation } from '../router'
import { useStore } from '../page'
import { useLayout } from './site'

/**
 * The foot of every printed sheet: how to reach us, where this page lives, and of when it is.
 * `link` is the short address of what is printed; left out, it is the name of the site.
 */
export function PrintFoot({ link }: { link?: string | undefined }) {
  const { phone, address, name } = useLayout()
  const { origin } = useStore()
  const since = useSince()
  const host = origin.replace(/^https?:\/\//, '')
  return (
    <p className="print-foot" aria-hidden="true">
      <span>
        {[name, phone, address.join(', '), host + (link ?? '')].filter(Boolean).join(' · ')}
        {since && ` · ${since}`}
      </span>
    </p>
  )
}

/**
 * "Stand van zondag 22 november 2026, 14.30 uur": when this address was read, on the clock of
 * Amsterdam.
 */
function useSince() {
  const { key } = useLocation()
  const [since, set] = useState('')
  useEffect(() => {
    // 2026-11-22 14:30:00, as the API writes it
    const at = new Date().toLocaleString('sv-SE', { timeZone: 'Europe/Amsterdam' })
    set(`Stand van ${fullDay(at)}, ${clock(at)} uur`)
  }, [key])
  return since
}
