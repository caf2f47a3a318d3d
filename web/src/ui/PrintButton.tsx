import { useEffect, useState } from 'react'

/** Prints when it is pressed, never by itself. It needs the browser, so it appears when the page runs. */
export function PrintButton() {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return alive && <p className="row no-print"><button className="btn" type="button" onClick={() => print()}>Print</button></p>
}
