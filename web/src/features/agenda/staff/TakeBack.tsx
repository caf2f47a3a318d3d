import { useSyncExternalStore } from 'react'
import type { Auth } from '../../../auth/types'
import { ActError } from '../../../staff/ActError'
import { bars } from '../../../staff/bars'
import { useTakeBack } from '../../../staff/useTakeBack'
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
  const { busy, wrong, back } = useTakeBack()
  // of who pressed it, the way back stands in the bar
  const there = useSyncExternalStore(bars.subscribe, bars.get).some(b => b.id === act.id && b.undo)
  if (!act.undoUntil) return null
  const undo = () => undoAct(auth, act)
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
              press={() => void back({ id: act.id, what, undo })}
              busy={!!busy}
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
