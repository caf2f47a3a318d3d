import { useEffect, useState } from 'react'
import './aids.css'

/**
 * Prints when it is pressed, never by itself. It needs the browser, so it appears when the page
 * runs; its room is kept where scripts run.
 */
export function PrintButton() {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return (
    <p className="aids row no-print">
      {alive && (
        <button className="btn" type="button" onClick={() => print()}>
          Print
        </button>
      )}
    </p>
  )
}
