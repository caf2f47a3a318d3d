import { useEffect, useRef, type FocusEvent, type FormEvent, type RefObject } from 'react'
import { useLocation } from '../router'
import * as to from '../paths'
import { PageLink } from '../ui/PageLink'
import { useAlive } from '../ui/PrintButton'
import { choose, readStrip } from './choices'
import { consentCookie, useNotice } from './consent'
import { refocus } from './focus'

export const Banner = () => useNotice('banner') && <Question />
export function Strip() {
  useEffect(() => document.documentElement.classList.remove('strip-read'), [])
  return useNotice('strip') && <Note />
}

/** Asks about statistics. Without JavaScript it is a plain form that leads back to this page. */
function Question() {
  const { pathname, search } = useLocation()
  const box = useRef<HTMLElement>(null)
  const back = useFocusBack()
  useHeight(box)
  const send = (e: FormEvent<HTMLFormElement>) => {
    e.preventDefault()
    const button = (e.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    choose(button?.value === 'true')
    back.go()
  }
  return (
    <div className="cookie">
      <section
        className="cookie-in"
        aria-label="Keuze over statistiek"
        ref={box}
        onFocus={back.from}
        tabIndex={-1}
      >
        <form className="wrap" method="post" action="/api/cookie-choice" onSubmit={send}>
          <p>
            Mogen wij pagina's tellen? Wij volgen je niet.{' '}
            <PageLink to={to.privacy('mijn-keuzes')}>Privacy</PageLink>
          </p>
          <input type="hidden" name="terug" value={pathname + search} />
          <div className="row">
            <button className="btn btn-2" name={consentCookie} value="true">
              Accepteren
            </button>
            <button className="btn btn-2" name={consentCookie} value="false">
              Afwijzen
            </button>
          </div>
        </form>
      </section>
    </div>
  )
}

/**
 * Tells what is kept on this device; one line above the footer. Only the browser knows whether it
 * was read: `start` hides it then, until scripts take it away.
 */
function Note() {
  const back = useFocusBack()
  const alive = useAlive()
  const read = () => {
    readStrip()
    back.go()
  }
  return (
    <aside className="notice" aria-label="Wat deze site onthoudt" onFocus={back.from} tabIndex={-1}>
      <div className="wrap">
        <p>
          Deze site onthoudt op dit apparaat alleen wat nodig is, zoals je leesinstelling.{' '}
          <PageLink to={to.privacy('mijn-keuzes')}>Zie wat het onthoudt</PageLink>
        </p>
        <button className={alive ? 'btn btn-2' : 'btn btn-2 not-yet'} type="button" onClick={read}>
          Akkoord
        </button>
      </div>
    </aside>
  )
}

/** Where the focus was before it came into a notice, to give it back when the notice goes. */
function useFocusBack() {
  const origin = useRef<Element | null>(null)
  return {
    from(e: FocusEvent) {
      if (e.relatedTarget && !e.currentTarget.contains(e.relatedTarget))
        origin.current = e.relatedTarget
    },
    go: () => refocus(origin.current),
  }
}

/** Tells the page how high the banner is, so that nothing that gets the focus lies behind it. */
function useHeight(box: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement.style
    const measure = () => root.setProperty('--banner-height', `${box.current?.offsetHeight ?? 0}px`)
    measure()
    addEventListener('resize', measure)
    return () => {
      removeEventListener('resize', measure)
      root.removeProperty('--banner-height')
    }
  }, [box])
}
