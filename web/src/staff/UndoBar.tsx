import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from '../page'
import { Icon } from '../ui/Icon'
import { cross } from '../ui/icons'
import { PressButton } from '../ui/PressButton'
import { takeBack, undoing } from './undo'

/**
 * What was just done, and a way back: on every screen of the area, until its ten minutes are over.
 */
export function UndoBar() {
  const { session } = useStore()
  const offer = useSyncExternalStore(undoing.subscribe, undoing.get)
  const [busy, setBusy] = useState(false)
  const [said, say] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  const ends = offer?.ends
  useEffect(() => {
    if (ends === undefined) return
    say('')
    const left = ends - Date.now()
    if (left <= 0) return undoing.drop()
    const timer = setTimeout(undoing.drop, left)
    return () => clearTimeout(timer)
  }, [ends])
  useEffect(() => {
    if (said) line.current?.focus()
  }, [said])
  const back = () => {
    setBusy(true)
    void session
      .open()
      .then(auth => takeBack(auth, offer!))
      .then(words => {
        setBusy(false)
        say(words)
      })
  }
  return (
    <div className="toast-place" role="status">
      {offer && (
        <div className="toast">
          <p>
            <strong>{offer.said}</strong> <span>{offer.title}</span>
          </p>
          <span className="row">
            <PressButton second press={back} busy={busy}>
              Maak ongedaan
            </PressButton>
            <button
              className="icon-btn"
              type="button"
              aria-label="Sluit deze melding"
              onClick={undoing.drop}
            >
              <Icon of={cross} />
            </button>
          </span>
        </div>
      )}
      {!offer && said && (
        <div className="toast">
          <p ref={line} tabIndex={-1}>
            {said}
          </p>
          <button
            className="icon-btn"
            type="button"
            aria-label="Sluit deze melding"
            onClick={() => say('')}
          >
            <Icon of={cross} />
          </button>
        </div>
      )}
    </div>
  )
}
