import { useRef, useState } from 'react'
import { useNavigate } from '../router'
import { useStore } from '../page'
import { wantHeading } from './arrival'
import { unsaved } from './unsaved'

/** What the staff area asks first: false keeps the person signed in. */
export const leaving: { ask?: () => Promise<boolean> } = {}

/**
 * Signs out and leaves for the address the sign-in part gives: the provider's, or a page of ours.
 * The page is not left for that one, so that a sign-out the server has not heard of yet can be told
 * later. It fails only when that part itself cannot be fetched: all else that goes wrong is logged,
 * and the person is signed out here all the same.
 */
export function useSignOut() {
  const { session } = useStore()
  const navigate = useNavigate()
  const going = useRef(false)
  const [busy, setBusy] = useState(false)
  const [said, say] = useState('')
  const stay = () => {
    going.current = false
    setBusy(false)
  }
  const leave = async () => {
    if (going.current) return
    going.current = true
    setBusy(true)
    say('')
    if (
      (await unsaved.anywhere()) &&
      !confirm(
        'Niet alles is bewaard. Als je uitlogt, raak je die tekst kwijt. Wil je toch uitloggen?',
      )
    )
      return stay()
    if (leaving.ask && !(await leaving.ask())) return stay()
    await session
      .open()
      .then(auth => auth.signOut())
      .then(
        address => {
          unsaved.giveUp()
          if (!address.startsWith('/')) return location.assign(address)
          stay()
          // also when this is that page already: the button that had the focus is gone
          wantHeading()
          return navigate(address)
        },
        () => {
          stay()
          say('Uitloggen lukt nu niet. Controleer je internet en probeer het opnieuw.')
        },
      )
  }
  return { leave: () => void leave(), busy, said }
}
