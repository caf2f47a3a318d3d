import { useTakeBack } from './useTakeBack'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react'
import type { Auth } from '../auth/types'
import { Icon } from '../ui/Icon'
import { cross, down } from '../ui/icons'
import { circleCheck } from '../ui/noticeIcons'
import { PressButton } from '../ui/PressButton'
import { bars, type Held } from './bars'
import { readBars } from './readBars'

const tenMinutes = 600_000
const tenSeconds = 10_000

/**
 * The one bar of the staff area: what was just done and the way back, always in sight. It stands
 * above what is fixed at the bottom of the screen, newest on top; the others unfold.
 */
export function ResultBar({ auth, practice }: { auth: Auth; practice: boolean }) {
  const all = useSyncExternalStore(bars.subscribe, bars.get)
  const place = useRef<HTMLDivElement>(null)
  const [folded, fold] = useState(false)
  const [rest, showRest] = useState(false)
  const [newest, ...others] = all
  useKnown(auth, practice)
  useRoom(place, all)
  const leave = useFocusOfBars(place, all)
  useTimes(all, auth.ahead, leave)
  useEffect(() => {
    fold(false)
    showRest(false)
  }, [newest?.id, newest?.over])
  const close = () => {
    const said = all.filter(b => !b.undo)
    for (const b of said) leave(b)
    bars.drop(...said.map(b => b.id))
    if (said.length < all.length) {
      fold(true)
      requestAnimationFrame(() => place.current?.querySelector('button')?.focus())
    }
  }
  const row = (bar: Held, named = false) => (
    <Row key={bar.id} bar={bar} named={named} leave={() => leave(bar)} />
  )
  return (
    <div
      className="result no-print"
      role="status"
      tabIndex={-1}
      ref={place}
      onKeyDown={e => {
        if (e.key === 'Escape' && newest && !folded) close()
      }}
    >
      {newest && folded && (
        <button className="result-line" type="button" onClick={() => fold(false)}>
          <Icon of={circleCheck} />
          <span>{newest.what}</span>
          {others.length > 0 && <b>{sayMore(others.length)}</b>}
        </button>
      )}
      {newest && !folded && (
        <>
          <div className="result-head">
            {row(newest)}
            <button className="result-close" type="button" aria-label="Sluit" onClick={close}>
              <Icon of={cross} />
            </button>
          </div>
          {others.length > 0 && (
            <button
              className="result-more"
              type="button"
              aria-expanded={rest}
              onClick={() => showRest(!rest)}
            >
              {sayMore(others.length)}
              <Icon of={down} />
            </button>
          )}
          {rest && others.map(b => row(b, true))}
        </>
      )}
    </div>
  )
}

const sayMore = (n: number) => `en nog ${n}`

interface RowProps {
  bar: Held
  /** One of several: its button says which one it takes back. */
  named: boolean
  leave(): void
}

function Row({ bar, named, leave }: RowProps) {
  const words = useId()
  const { busy, wrong, back } = useTakeBack()
  const { id, what, more, undo } = bar
  return (
    <div className="said" role="group" aria-labelledby={words}>
      <Icon of={circleCheck} />
      <p id={words} tabIndex={-1} data-bar={id}>
        <b>{what}</b> {more} {wrong && <strong>{wrong}</strong>}
      </p>
      {undo && (
        <PressButton
          second
          press={() => void back(bar, leave)}
          busy={!!busy}
          {...(named && { label: `Maak ongedaan: ${what}` })}
        >
          Maak ongedaan
        </PressButton>
      )}
    </div>
  )
}

/** What the server knows from before: after a reload, and never of somebody else. */
function useKnown(auth: Auth, practice: boolean) {
  const uid = auth.user?.uid ?? ''
  useEffect(() => {
    let here = true
    bars.of(practice ? 'practice' : uid)
    const stop = auth.onUser(user => user?.uid === uid || bars.clear())
    if (!practice)
      readBars(auth).then(
        found => here && bars.know(found),
        () => undefined,
      )
    return () => {
      here = false
      stop()
    }
  }, [auth, uid, practice])
}

/** Each goes when its time is over, by the clock of the server. */
function useTimes(all: readonly Held[], ahead: number, leave: (bar: Held) => void) {
  const last = useRef(leave)
  last.current = leave
  useEffect(() => {
    const ends = (b: Held) =>
      b.over === 'undone'
        ? b.since + tenSeconds
        : b.until && !b.over
          ? Date.parse(b.until) - ahead
          : b.since + tenMinutes
    const next = Math.min(...all.map(ends))
    if (next === Infinity) return
    const drop = () => {
      const over = all.filter(b => ends(b) <= Date.now())
      for (const b of over) last.current(b)
      bars.drop(...over.map(b => b.id))
    }
    const timer = setTimeout(drop, Math.max(0, next - Date.now()))
    return () => clearTimeout(timer)
  }, [all, ahead])
}

/** What stays at the bottom of the screen, whichever screen it is of. */
const strips = '.snav, .turf, .savebar-place, .weekbar'

/**
 * Stands above all that is fixed there, says how much room it takes, and never lies on what has the
 * focus.
 */
function useRoom(place: RefObject<HTMLDivElement | null>, all: readonly Held[]) {
  const look = useCallback(() => {
    const bar = place.current
    if (!bar) return
    let bottom = innerHeight
    const below = [...document.querySelectorAll(strips)]
      .filter(s => ['fixed', 'sticky'].includes(getComputedStyle(s).position))
      .map(s => s.getBoundingClientRect())
    for (const s of below.sort((a, b) => b.bottom - a.bottom))
      if (s.height > 0 && s.bottom > bottom - 2 && s.top < bottom && s.top > innerHeight / 2)
        bottom = s.top
    bar.style.bottom = `${innerHeight - bottom}px`
    document.documentElement.style.setProperty('--result', `${bar.offsetHeight}px`)
    const at = document.activeElement
    if (!at || at === document.body || bar.contains(at) || bar.offsetHeight === 0) return
    const [f, b] = [at.getBoundingClientRect(), bar.getBoundingClientRect()]
    const lies = f.bottom > b.top && f.top < b.bottom && f.right > b.left && f.left < b.right
    if (lies && f.height < b.top && !at.closest(strips)) scrollBy(0, f.bottom - b.top + 8)
  }, [place])
  useLayoutEffect(look, [look, all])
  useEffect(() => {
    let asked = 0
    const soon = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(look)
    }
    const size = new ResizeObserver(soon)
    size.observe(place.current!)
    size.observe(document.body)
    addEventListener('scroll', soon, { passive: true })
    addEventListener('resize', soon)
    document.addEventListener('focusin', soon)
    return () => {
      cancelAnimationFrame(asked)
      size.disconnect()
      removeEventListener('scroll', soon)
      removeEventListener('resize', soon)
      document.removeEventListener('focusin', soon)
      document.documentElement.style.removeProperty('--result')
    }
  }, [look, place])
}

const lost = (at: Element | null) => !at || at === document.body

/**
 * The focus stays on the button of the act; it goes to the bar when that button went away, and back
 * to the row after "Maak ongedaan". Gives what to call before a bar goes or loses its button.
 */
function useFocusOfBars(place: RefObject<HTMLElement | null>, all: readonly Held[]) {
  const newest = all[0]
  const { id, from } = newest ?? {}
  const stop = useRef(() => {})
  useEffect(() => {
    if (id === undefined || from == null) return
    stop.current()
    stop.current = watch(at => {
      if (lost(at)) lineOf(place.current, id)?.focus()
      return lost(at) || at !== from
    })
  }, [id, from, place])
  useEffect(() => () => stop.current(), [])
  return (bar: Held) => {
    if (!place.current?.contains(document.activeElement)) return
    stop.current()
    let meanwhile: HTMLElement | null = null // until the row is there
    stop.current = watch(at => {
      // somebody went on by themselves
      if (!lost(at) && at !== meanwhile && !place.current?.contains(at)) return true
      const row = rowOf(bar)
      focus(row) // one that is folded away does not take it
      const now = document.activeElement
      if (row && row === now) return true
      if (lost(now)) {
        meanwhile = lineOf(place.current, bar.id) ?? document.querySelector('h1')
        focus(meanwhile)
      }
      return false
    })
  }
}

/** Looks where the focus is at each change of the screen, until `done` says so. */
function watch(done: (at: Element | null) => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    if (done(document.activeElement)) stop()
  }
  // the screen itself comes first: it may know a better place
  const soon = () => (timer ??= setTimeout(look, 30))
  const seen = new MutationObserver(soon)
  const stop = () => {
    clearTimeout(timer)
    seen.disconnect()
  }
  seen.observe(document.body, { childList: true, subtree: true })
  soon()
  return stop
}

const lineOf = (place: Element | null, id: string) =>
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
