import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { useStore } from '../page'
import { Icon } from '../ui/Icon'
import { cross } from '../ui/icons'
import { circleCheck } from '../ui/noticeIcons'
import { PressButton } from '../ui/PressButton'
import { aheadOf } from './ahead'

/** What was just done, and a way back. */
export interface ActBar {
  /** Of the act: a second bar with the same one takes the place of the first. */
  id: string
  text: ReactNode
  /** Settles when the screen shows again what was there before; see `CannotUndo`. */
  undo?: (() => Promise<void>) | undefined
  /** By the clock of the server; left out: ten minutes. */
  until?: string | undefined
  /** The id of the row that gets the focus back, where the button of the act went away. */
  row?: string | undefined
}

/** Thrown by `undo` when there is no way back any more; the words say why. */
export class CannotUndo extends Error {}

interface Held extends ActBar {
  /** Where the focus was at the act. */
  from: Element | null
  /** There is nothing to take back any more: the next act clears it away. */
  over?: true
}

export interface Acts {
  bars: readonly Held[]
  add(bar: ActBar): void
  drop(id: string): void
  /** Instead of the bar: these words, without a way back. */
  close(id: string, words: string): void
}

const tenMinutes = 600_000
const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

/**
 * The bars of one spot of a screen. Keep it where the rows are kept: what goes away forgets them.
 */
export function useActBars(): Acts {
  const [bars, set] = useState<readonly Held[]>([])
  const add = useCallback((bar: ActBar) => {
    const held = { ...bar, from: document.activeElement }
    set(before => [held, ...before.filter(b => b.id !== bar.id && !b.over)])
  }, [])
  const drop = useCallback((id: string) => set(before => before.filter(b => b.id !== id)), [])
  const close = useCallback(
    (id: string, words: string) =>
      set(before =>
        before.map(b => (b.id === id ? { ...b, text: words, undo: undefined, over: true } : b)),
      ),
    [],
  )
  return useMemo(() => ({ bars, add, drop, close }), [bars, add, drop, close])
}

/**
 * Green bars at the spot where something was done, the newest on top, each with its own way back.
 * The focus stays on the button of the act; it goes to the bar when that button went away, and back
 * to the row after "Maak ongedaan". Draw it in the part that draws the rows: it must see them go.
 */
export function ActBars({ of: { bars, drop, close } }: { of: Acts }) {
  const place = useRef<HTMLDivElement>(null)
  const leave = useFocusOfBars(place, bars)
  return (
    <div className="said-place" role="status" tabIndex={-1} ref={place}>
      {bars.map(bar => (
        <Bar
          key={bar.id}
          bar={bar}
          drop={() => {
            leave(bar)
            drop(bar.id)
          }}
          close={words => {
            leave(bar)
            close(bar.id, words)
          }}
        />
      ))}
    </div>
  )
}

function Bar({ bar, drop, close }: { bar: Held; drop(): void; close(words: string): void }) {
  const { session } = useStore()
  const words = useId()
  const [busy, setBusy] = useState(false)
  const [wrong, tell] = useState('')
  const { until, undo } = bar
  const end = useRef(drop)
  end.current = drop
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let here = true
    const wait = (ms: number) => {
      if (here) timer = setTimeout(() => end.current(), ms)
    }
    if (!until) wait(tenMinutes)
    else
      void session
        .open()
        .then(aheadOf, () => 0)
        .then(ahead => wait(Date.parse(until) - ahead - Date.now()))
    return () => {
      here = false
      clearTimeout(timer)
    }
  }, [session, until])
  const back = async (take: () => Promise<void>) => {
    setBusy(true)
    tell('')
    try {
      await take()
      close('Ongedaan gemaakt.')
    } catch (e) {
      if (e instanceof CannotUndo) close(e.message)
      else tell(failed)
    }
    setBusy(false)
  }
  return (
    <div className="said" role="group" aria-labelledby={words}>
      <Icon of={circleCheck} />
      <p id={words} tabIndex={-1} data-bar={bar.id}>
        {bar.text} {wrong && <strong>{wrong}</strong>}
      </p>
      {undo && (
        <PressButton second press={() => void back(undo)} busy={busy}>
          Maak ongedaan
        </PressButton>
      )}
      <button className="icon-btn" type="button" aria-label="Sluit deze melding" onClick={drop}>
        <Icon of={cross} />
      </button>
    </div>
  )
}

const lost = (at: Element | null) => !at || at === document.body

/**
 * Looks at each drawing where the focus is. Gives what to call before a bar goes or loses its
 * button.
 */
function useFocusOfBars(place: RefObject<HTMLDivElement | null>, bars: readonly Held[]) {
  const watched = useRef<Held>(undefined)
  const left = useRef<Held>(undefined)
  const newest = bars[0]
  const seen = useRef(newest)
  useEffect(() => {
    if (newest !== seen.current && newest && !newest.over) watched.current = newest
    seen.current = newest
    const at = document.activeElement
    if (left.current) {
      const to = rowOf(left.current)
      if (to) {
        focus(to)
        left.current = undefined
      } else if (lost(at)) focus(lineOf(place.current, left.current) ?? place.current)
      // somebody went on by themselves
      else if (!place.current?.contains(at)) left.current = undefined
    } else if (watched.current) {
      if (lost(at)) focus(lineOf(place.current, watched.current))
      if (lost(at) || at !== watched.current.from) watched.current = undefined
    }
  })
  return (bar: Held) => {
    if (place.current?.contains(document.activeElement)) left.current = bar
  }
}

const lineOf = (place: Element | null, { id }: Held) =>
  [...(place?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])].find(p => p.dataset.bar === id)

function rowOf({ row, from }: Held): HTMLElement | null {
  if (row !== undefined) return document.getElementById(row)
  return from instanceof HTMLElement && from.isConnected && !lost(from) ? from : null
}

function focus(to: HTMLElement | null | undefined) {
  if (!to) return
  if (to.tabIndex < 0) to.tabIndex = -1
  to.focus()
}
