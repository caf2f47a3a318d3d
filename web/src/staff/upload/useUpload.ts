import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { browserClock, type Auth } from '../../auth/types'
import { callsFor, type Purpose } from './calls'
import { wholeLimit } from './chunks'
import { announcer, progressWords } from './progress'
import { browserTurns } from './turns'
import { unfinished } from './unfinished'
import { Upload, type Snapshot } from './Upload'

export interface Uploading<F> {
  /** Undefined: nothing was chosen yet. */
  now: Snapshot<F> | undefined
  name: string
  /** For who listens: at most every ten seconds. */
  told: string
  start(file: File): void
  pause(): void
  resume(): void
  cancel(): void
}

const none = () => () => {}

/**
 * One upload at a time of a screen. `arrived` gets the file. Leaving the screen pauses it: the same
 * file, chosen again, goes on.
 */
export function useUpload<F>(
  auth: Auth,
  purpose: Purpose,
  arrived: (file: F) => void,
): Uploading<F> {
  const [upload, setUpload] = useState<{ of: Upload<F>; file: File }>()
  const [told, tell] = useState('')
  const now = useSyncExternalStore(upload?.of.subscribe ?? none, () => upload?.of.snapshot)
  const newest = useRef(arrived)
  newest.current = arrived
  useEffect(() => () => void upload?.of.pause(), [upload])
  useAnnounced(now, tell)

  const start = (file: File) => {
    upload?.of.pause()
    const note = { name: file.name, size: file.size, purpose }
    if (file.size > wholeLimit) unfinished.add(note)
    const of = new Upload<F>(file, {
      clock: browserClock,
      random: Math.random,
      network: window,
      turns: browserTurns(navigator.locks),
      calls: callsFor(file, purpose, auth.fetch.bind(auth)),
      arrived: whole => newest.current(whole),
    })
    of.subscribe(() => {
      const { state, error } = of.snapshot
      if (state === 'success' || state === 'canceled' || error?.fault) unfinished.drop(note)
    })
    setUpload({ of, file })
  }
  return {
    now,
    told,
    start,
    name: upload?.file.name ?? '',
    pause: () => void upload?.of.pause(),
    resume: () => void upload?.of.resume(),
    cancel: () => void upload?.of.cancel(),
  }
}

/**
 * What a screen reader hears: how far it is, now and then; that it stands still or is done, at
 * once.
 */
function useAnnounced(now: Snapshot<unknown> | undefined, tell: (words: string) => void) {
  const say = useRef<ReturnType<typeof announcer>>(undefined)
  say.current ??= announcer(browserClock, tell)
  const { state, received = 0, total = 0, checking = false, waits = false } = now ?? {}
  useEffect(() => {
    const sent = checking ? checkingWords : `${progressWords(received, total)} verstuurd.`
    if (state === 'running') say.current!.say(waits ? waitsWords : sent)
    else if (state) say.current!.now(over[state])
  }, [state, received, total, checking, waits])
  useEffect(() => () => say.current?.stop(), [])
}

export const waitsWords = 'Het lukt even niet. We proberen het vanzelf opnieuw.'
export const checkingWords = 'Alles is verstuurd. We kijken het bestand na.'

const over = {
  paused: 'Het versturen staat stil.',
  canceled: 'Het versturen is gestopt.',
  success: 'Het bestand is verstuurd.',
  error: '',
} as const
