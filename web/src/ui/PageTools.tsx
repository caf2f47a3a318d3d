import { useState } from 'react'
import { PrintButton, useAlive } from './PrintButton'

/**
 * Print and share: both need the browser, so they come when the page runs. Sharing copies the
 * address and calls nobody.
 */
export function PageTools() {
  const alive = useAlive()
  const [said, setSaid] = useState('')
  const share = () => {
    navigator.clipboard.writeText(location.href).then(
      () => setSaid('Het adres is gekopieerd.'),
      () => setSaid(location.href),
    )
  }
  return (
    <div className="row no-print">
      <PrintButton second />
      <button className={alive ? 'btn btn-2' : 'btn btn-2 not-yet'} type="button" onClick={share}>
        Deel
      </button>
      <p role="status">{said}</p>
    </div>
  )
}
