import { useEffect, useState } from 'react'
import { answerFromFrame } from '../../auth/callback'
import { Foreign } from './Foreign'
import { signInHead } from './head'

// Once, before anything is drawn. The server has no window to answer for.
if (typeof window !== 'undefined') answerFromFrame()

/** The hidden frame of the silent check, which nobody sees; opened by hand it shows the way on. */
export default function SilentPage() {
  const [seen, setSeen] = useState(false)
  useEffect(() => setSeen(window.parent === window), [])
  if (!seen) return <h1 className="sr">Inloggen</h1>
  return (
    <div className="wrap page stack">
      <h1>Inloggen</h1>
      <Foreign />
    </div>
  )
}

SilentPage.head = signInHead
