import { answerFromFrame } from '../../auth/callback'
import { signInHead } from './head'

// Once, before anything is drawn. The server has no window to answer for.
if (typeof window !== 'undefined') answerFromFrame()

/** The hidden frame of the silent check: nobody sees it. */
export default function SilentPage() {
  return <h1 className="sr">Inloggen</h1>
}

SilentPage.head = signInHead
