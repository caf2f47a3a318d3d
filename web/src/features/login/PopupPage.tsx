import { useEffect, useState } from 'react'
import { answerFromPopup } from '../../auth/callback'
import { signInHead } from './head'

// Once, before anything is drawn. The server has no window to answer for.
if (typeof window !== 'undefined') answerFromPopup()

/** Long enough for a window that closes itself. */
const patience = 500

/** The window that a sign-in opened has come back. It closes itself; if it cannot, it says so. */
export default function PopupPage() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="wrap page stack">
      <h1>Inloggen</h1>
      <p role="status">{open && 'Je kunt dit venster sluiten.'}</p>
    </div>
  )
}

PopupPage.head = signInHead
