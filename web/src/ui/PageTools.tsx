import { useEffect, useState } from 'react'

/**
 * Print and share: both need the browser, so they appear when the page runs. Sharing copies the
 * address and calls nobody.
 */
export function PageTools() {
  const [alive, setAlive] = useState(false)
  const [said, setSaid] = useState('')
  useEffect(() => setAlive(true), [])
  if (!alive) return null
  const share = () => {
    navigator.clipboard.writeText(location.href).then(
      () => setSaid('Het adres is gekopieerd.'),
      () => setSaid(location.href),
    )
  }
  return (
    <div className="row no-print">
      <button className="btn btn-2" type="button" onClick={() => print()}>
        Print
      </button>
      <button className="btn btn-2" type="button" onClick={share}>
        Deel
      </button>
      <p role="status">{said}</p>
    </div>
  )
}
