import { useState, type ReactNode } from 'react'
import { Icon } from '../ui/Icon'
import { info } from './icons'
import { PressButton } from '../ui/PressButton'
import { useFocusOn } from '../ui/useFocusOn'

interface Props {
  /** On the button. */
  words: string
  danger?: boolean
  /** Why it cannot be done now, and the ways that there are. */
  children: ReactNode
}

/** A button for what cannot be done now: it says why at once, and does nothing else. */
export function TellFirst({ words, danger = false, children }: Props) {
  const [turn, press] = useState(0)
  return (
    <div className="stack">
      <p>
        <PressButton second={!danger} danger={danger} press={() => press(turn + 1)}>
          {words}
        </PressButton>
      </p>
      {turn > 0 && <Why turn={turn}>{children}</Why>}
    </div>
  )
}

function Why({ turn, children }: { turn: number; children: ReactNode }) {
  const box = useFocusOn<HTMLDivElement>(turn)
  return (
    <div className="alert" ref={box} tabIndex={-1}>
      <Icon of={info} />
      <div>{children}</div>
    </div>
  )
}
