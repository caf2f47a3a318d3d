import { useRef, useState } from 'react'
import { Icon } from './Icon'
import { letters, pause, play, square } from './aidIcons'
import { areLarge, setLarge } from './letters'
import { aloudWords, useReadAloud } from './useReadAloud'

/**
 * What ReadingAids shows when the browser can: the parts that speak only where a Dutch voice lives
 * on the device.
 */
export function ReadingButtons() {
  const main = useRef<HTMLButtonElement>(null)
  const text = () => main.current?.closest('article, main') ?? undefined
  const { can, state, start, pause: halt, stop } = useReadAloud(text)
  const reading = state === 'reading'
  const quit = () => {
    stop()
    main.current?.focus() // the pressed button goes away
  }
  return (
    <>
      <LettersButton />
      <button
        type="button"
        className="btn btn-2"
        ref={main}
        hidden={!can}
        onClick={reading ? halt : start}
      >
        <Icon of={reading ? pause : play} />
        {reading ? 'Pauze' : state === 'paused' ? 'Ga door' : 'Lees voor'}
      </button>
      {(reading || state === 'paused') && (
        <button type="button" className="btn btn-2" onClick={quit}>
          <Icon of={square} />
          Stop
        </button>
      )}
      <p role="status" className="small">
        {aloudWords[state]}
      </p>
    </>
  )
}

function LettersButton() {
  const [large, setShown] = useState(areLarge)
  const [said, say] = useState('')
  const turn = () => {
    setLarge(!large)
    setShown(!large)
    say(large ? 'De letters zijn weer gewoon.' : 'De letters zijn nu groter.')
  }
  return (
    <>
      <button type="button" className="btn btn-2" onClick={turn}>
        <Icon of={letters} />
        {large ? 'Gewone letters' : 'Grotere letters'}
      </button>
      <span role="status" className="sr">
        {said}
      </span>
    </>
  )
}
