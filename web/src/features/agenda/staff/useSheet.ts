import { useEffect, useState, type ReactNode } from 'react'

/** What is on the paper that is printed now; it is cleared away after printing. */
export function useSheet() {
  const [sheet, print] = useState<ReactNode>(null)
  useEffect(() => {
    if (sheet === null) return
    const clear = () => print(null)
    addEventListener('afterprint', clear, { once: true })
    window.print()
    return () => removeEventListener('afterprint', clear)
  }, [sheet])
  return [sheet, print] as const
}
