import { useState } from 'react'
import { takeBack } from './bars'
import { useBusy } from './useBusy'

/** Takes an act back: which one is busy, and why the last one was not taken back. */
export function useTakeBack() {
  const [busy, during] = useBusy()
  const [wrong, tell] = useState('')
  const back = async (...of: Parameters<typeof takeBack>) => {
    if (busy) return
    tell('')
    tell(await during(takeBack(...of), of[0].id))
  }
  return { busy, wrong, back }
}
