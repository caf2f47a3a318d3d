import { useCallback, useEffect, useRef, useState } from 'react'
import { dutchVoice, ReadAloud, type AloudState } from './readAloud'

export const aloudWords: Record<AloudState, string> = {
  idle: '',
  reading: 'We lezen de tekst voor.',
  paused: 'Het voorlezen staat stil.',
  stopped: 'Het voorlezen is gestopt.',
  done: 'De tekst is voorgelezen.',
  failed: 'Voorlezen lukt nu niet.',
}

/** Reads the text of a part of the page aloud; silent again when the page is left. */
export function useReadAloud(text: () => Element | undefined) {
  const [state, setState] = useState<AloudState>('idle')
  const can = useVoice()
  const reader = useRef<ReadAloud>(undefined)
  useEffect(() => {
    const hush = () => reader.current?.stop()
    addEventListener('pagehide', hush)
    return () => {
      removeEventListener('pagehide', hush)
      hush()
    }
  }, [])
  const start = () => {
    reader.current ??= new ReadAloud(speechSynthesis, setState)
    reader.current.start(text())
  }
  return {
    can,
    state,
    start,
    pause: useCallback(() => reader.current?.pause(), []),
    stop: useCallback(() => reader.current?.stop(), []),
  }
}

/** Whether a Dutch voice lives on this device. Browsers find their voices late. */
function useVoice(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    if (!('speechSynthesis' in window)) return undefined
    const look = () => setCan(dutchVoice(speechSynthesis.getVoices()) !== undefined)
    look()
    speechSynthesis.addEventListener?.('voiceschanged', look)
    return () => speechSynthesis.removeEventListener?.('voiceschanged', look)
  }, [])
  return can
}
