import './aids.css'
import { useEffect, useState } from 'react'
import { Icon } from './Icon'

/**
 * Prints when it is pressed, never by itself. It needs the browser: until the page runs its room is
 * there, and it is not.
 */
export function PrintButton({
  words = 'Print',
  icon,
  second,
}: {
  words?: string
  icon?: string
  second?: boolean
}) {
  const alive = useAlive()
  return (
    <button
      className={(second ? 'btn btn-2 no-print' : 'btn no-print') + (alive ? '' : ' not-yet')}
      type="button"
      onClick={() => print()}
    >
      {icon && <Icon of={icon} />}
      {words}
    </button>
  )
}

/** Scripts run. */
export function useAlive() {
  const [alive, setAlive] = useState(false)
  useEffect(() => setAlive(true), [])
  return alive
}
