import { useEffect, useState } from 'react'
import { answerFromPopup } from '../../auth/callback'
import { Foreign, NoScript } from './Foreign'
import { signInHead } from './head'

// Once, before anything is drawn. The server has no window to answer for.
const answered = typeof window !== 'undefined' && answerFromPopup() && window.opener !== null

/** Long enough for a window that closes itself. */
const patience = 500

/**
 * The window that a sign-in opened has come back. It closes itself; if it cannot, it says so. Who
 * opened the address by hand, or in another browser, has no window that waits for it.
 */
export default function PopupPage() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="wrap page stack">
      <h1>Inloggen</h1>
      <NoScript />
      <p role="status">{open && answered && 'Je kunt dit venster sluiten.'}</p>
      {open && !answered && <Foreign />}
    </div>
  )
}

PopupPage.head = signInHead
