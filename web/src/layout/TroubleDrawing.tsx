import { useEffect, useState } from 'react'
import { Drawing, type Shapes } from '../drawings/Drawing'

/**
 * The drawing beside words about something that went wrong. They do without it when it cannot be
 * fetched.
 */
export function TroubleDrawing() {
  const [drawing, draw] = useState<Shapes>()
  useEffect(
    () =>
      void import('../drawings/spilled').then(
        m => draw(m.spilled),
        () => undefined,
      ),
    [],
  )
  return drawing ? <Drawing of={drawing} /> : null
}
