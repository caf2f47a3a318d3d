import './aids.css'
import { useAlive } from './PrintButton'
import { ReadingButtons } from './ReadingButtons'

/**
 * "Lees voor" and "Grotere letters", for the text around it: the nearest article, else the page.
 * Both need the browser; the room for them is there at once. Without JavaScript there is nothing to
 * see.
 */
export function ReadingAids() {
  const alive = useAlive()
  return (
    <div
      className="row no-print aids"
      {...(alive && { role: 'group', 'aria-label': 'Hulp bij het lezen' })}
    >
      {alive && <ReadingButtons />}
    </div>
  )
}
