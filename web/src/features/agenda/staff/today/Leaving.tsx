import { many } from '../../../../staff/count'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from '../../../../router'
import { leaving } from '../../../../layout/signOut'
import type { StaffProps } from '../../../../page'
import { PressButton } from '../../../../ui/PressButton'
import { ActError } from '../../../../staff/ActError'
import { deviceTaps } from './useEvening'

interface Asked {
  n: number
  /** Whether the person leaves. */
  answer(leaves: boolean): void
}

/**
 * On every staff screen: sends the taps of this person that lie on this device, and asks what
 * becomes of them before signing out.
 */
export default function Leaving({ auth, user: { uid } }: StaffProps) {
  const { taps } = useMemo(() => deviceTaps(auth), [auth])
  const [asked, ask] = useState<Asked>()
  const practice = new URLSearchParams(useLocation().search).has('oefenen')
  useEffect(() => {
    if (practice) return // nothing goes out; the next screen sends
    const send = () => void taps.send(uid).catch(() => undefined)
    send()
    addEventListener('online', send)
    return () => removeEventListener('online', send)
  }, [taps, uid, practice])
  useEffect(() => {
    leaving.ask = async () => {
      const mine = (await taps.all().catch(() => [])).filter(t => t.tapper.uid === uid)
      if (mine.length === 0) return true
      return new Promise<boolean>(answer => ask({ n: mine.length, answer }))
    }
    return () => {
      delete leaving.ask
    }
  }, [taps, uid])
  if (!asked) return null
  const done = (leaves: boolean) => {
    ask(undefined)
    asked.answer(leaves)
  }
  return (
    <Question
      n={asked.n}
      send={() => taps.send(uid, { old: true }).then(() => done(true))}
      drop={() => taps.drop(t => t.tapper.uid === uid).then(() => done(true))}
      stay={() => done(false)}
    />
  )
}

interface Props {
  n: number
  send(): Promise<void>
  drop(): Promise<void>
  stay(): void
}

function Question({ n, send, drop, stay }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState('')
  const [failed, setFailed] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  const run = (button: string, work: () => Promise<void>) => {
    setBusy(button)
    setFailed(false)
    void work().catch(() => {
      setBusy('')
      setFailed(true)
    })
  }
  return (
    <dialog className="ask-taps" ref={dialog} aria-labelledby="tikken" onCancel={stay}>
      <div className="stack">
        <h2 id="tikken">{many(n, 'Er staat nog 1 tik op deze telefoon.')}</h2>
        <ActError>
          {failed && 'Versturen lukt nu niet. Controleer je internet en probeer het opnieuw.'}
        </ActError>
        <PressButton press={() => run('send', send)} busy={busy === 'send'}>
          Verstuur en log uit
        </PressButton>
        <PressButton second press={() => run('drop', drop)} busy={busy === 'drop'}>
          Gooi weg en log uit
        </PressButton>
        <PressButton second press={stay}>
          Blijf ingelogd
        </PressButton>
      </div>
    </dialog>
  )
}
