import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useStore } from '../page'
import { Icon } from '../ui/Icon'
import { cross } from '../ui/icons'
import { circleCheck } from '../ui/noticeIcons'
import { PressButton } from '../ui/PressButton'
import { takeBack, undoing, undoPlace, type Offer } from './undo'

/**
 * What was just done with the document on the screen, and a way back, until its ten minutes are
 * over: on the spot, at the buttons of the editor. A list shows it above its rows for what was
 * thrown away from there.
 */
export function UndoBar() {
  const { pathname } = useLocation()
  const offers = useSyncExternalStore(undoing.subscribe, undoing.get)
  const [said, say] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  useSyncExternalStore(undoing.subscribe, shownIds)
  useEffect(() => {
    if (said) line.current?.focus()
  }, [said])
  useEffect(() => say(''), [pathname])
  const here = offers.filter(o => undoing.shown(o.id) || o.list === pathname)
  const newest = here[0]?.undo.id
  useEffect(() => {
    if (newest) say('')
  }, [newest])
  const place = useSyncExternalStore(undoing.subscribe, undoPlace.get)
  const bars = (
    <div className={place ? 'said-place' : 'said-place wrap'} role="status">
      {here.map(o => (
        <Bar key={o.undo.id} offer={o} gone={say} />
      ))}
      {said && (
        <div className="said">
          <Icon of={circleCheck} />
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
  return place ? createPortal(bars, place) : bars
}

const shownIds = () =>
  undoing
    .get()
    .filter(o => undoing.shown(o.id))
    .map(o => o.id)
    .join()

function Bar({ offer, gone }: { offer: Offer; gone(words: string): void }) {
  const { session } = useStore()
  const [busy, setBusy] = useState(false)
  const [wrong, tell] = useState('')
  const words = useRef<HTMLParagraphElement>(null)
  const { ends, id, focus, title } = offer
  useEffect(() => {
    const left = ends - Date.now()
    if (left <= 0) return undoing.drop(id)
    const timer = setTimeout(() => undoing.drop(id), left)
    return () => clearTimeout(timer)
  }, [ends, id])
  useEffect(() => {
    if (focus) words.current?.focus()
  }, [focus])
  useEffect(() => {
    if (wrong) words.current?.focus()
  }, [wrong])
  const back = () => {
    setBusy(true)
    tell('')
    void session
      .open()
      .then(auth => takeBack(auth, offer))
      .then(answer => {
        setBusy(false)
        if (undoing.get().includes(offer)) tell(answer)
        else gone(answer)
      })
  }
  return (
    <div className="said">
      <Icon of={circleCheck} />
      <p ref={words} tabIndex={-1}>
        <strong>{wrong || offer.said}</strong> {title && <span>‘{title}’</span>}
      </p>
      <PressButton second press={back} busy={busy}>
        Maak ongedaan
      </PressButton>
      <button
        className="icon-btn"
        type="button"
        aria-label="Sluit deze melding"
        onClick={() => undoing.drop(id)}
      >
        <Icon of={cross} />
      </button>
    </div>
  )
}
