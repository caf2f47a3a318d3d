import { useState, useSyncExternalStore } from 'react'
import type { Auth } from '../../../auth/types'
import { ActError } from '../../../staff/ActError'
import { bars, takeBack } from '../../../staff/bars'
import { info } from '../../../staff/icons'
import { undoAct, type Act } from '../../../staff/press'
import { Icon } from '../../../ui/Icon'
import { PressButton } from '../../../ui/PressButton'

/** An act that told people, named on the date itself, as long as it can be taken back. */
export function TakeBack({
  auth,
  act,
  what,
  more,
}: {
  auth: Auth
  act: Act
  what: string
  more?: string
}) {
  const [busy, setBusy] = useState(false)
  const [wrong, tell] = useState('')
  // of who pressed it, the way back stands in the bar
  const there = useSyncExternalStore(bars.subscribe, bars.get).some(b => b.id === act.id && b.undo)
  if (!act.undoUntil) return null
  const back = async () => {
    setBusy(true)
    tell(await takeBack({ id: act.id, what, undo: () => undoAct(auth, act) }))
    setBusy(false)
  }
  return (
    <div className="alert">
      <Icon of={info} />
      <div>
        <p>
          <b>{what}</b> {more}
        </p>
        {!there && (
          <p>
            <PressButton
              second
              press={() => void back()}
              busy={busy}
              label={`Maak ongedaan: ${what}`}
            >
              Maak ongedaan
            </PressButton>
          </p>
        )}
        <ActError>{wrong}</ActError>
      </div>
    </div>
  )
}
