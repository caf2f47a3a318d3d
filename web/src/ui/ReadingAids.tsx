import './aids.css'
import { useEffect, useState, type ComponentType } from 'react'

/**
 * "Lees voor" and "Grotere letters", for the text around it: the nearest article, else the page.
 * Both need the browser, so their code comes after the page; the room for them is there at once.
 * Without JavaScript there is nothing to see.
 */
export function ReadingAids() {
  const [Buttons, setButtons] = useState<ComponentType>()
  useEffect(() => {
    let here = true
    import('./ReadingButtons').then(
      m => here && setButtons(() => m.ReadingButtons),
      () => undefined,
    ) // a page reads well without
    return () => void (here = false)
  }, [])
  return (
    <div
      className="row no-print aids"
      {...(Buttons && { role: 'group', 'aria-label': 'Hulp bij het lezen' })}
    >
      {Buttons && <Buttons />}
    </div>
  )
}
