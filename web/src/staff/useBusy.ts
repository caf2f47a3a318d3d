import { useState } from 'react'

/** Which button is at work; '': none. It is free again however the work ends. */
export function useBusy() {
  const [busy, set] = useState('')
  const during = async <T>(work: Promise<T>, button = 'press'): Promise<T> => {
    set(button)
    try {
      return await work
    } finally {
      set('')
    }
  }
  return [busy, during] as const
}
