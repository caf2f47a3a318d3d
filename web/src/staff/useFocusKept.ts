import { useEffect } from 'react'
import { unfold } from '../ui/unfold'

/** What says at its place that something went wrong; a summary takes the focus by itself. */
const errors = '.msg-error, .net[role="alert"]'
const control = 'input, textarea, select, button, [contenteditable="true"]'
const named = 'h1, h2, h3, legend, summary'
const parts = 'section, article, form, fieldset, details, dialog, main'

/**
 * The focus of every staff screen. What is refused shows its error, which takes the focus and is in
 * view. What has the focus and goes away leaves it to the heading of the part around it: it is
 * never on nothing.
 */
export function useFocusKept() {
  useEffect(() => {
    const stops = [watchErrors(), watchLost()]
    return () => stops.forEach(stop => stop())
  }, [])
}

const lost = (at: Element | null) => !at || at === document.body
const seen = (el: Element) => el.isConnected && el.checkVisibility() && !el.closest('[inert]')

/** A press that may be refused. */
interface Press {
  from: Element | null
  path: string
  /** The errors that stood there already. */
  known: ReadonlyMap<Element, string | null>
  /** What was sent: an error in it that stays is said again. */
  form?: Element
}

function watchErrors() {
  let pressed: Press | undefined
  const look = () => {
    if (!pressed || pressed.path !== location.pathname) return
    const { from, known, form } = pressed
    const busy = document.querySelector('#inhoud [aria-busy="true"]')
    const fresh = [...document.querySelectorAll(errors)].find(
      e => known.get(e) !== e.textContent || (!busy && form?.contains(e)),
    )
    if (!fresh) return
    pressed = undefined
    const at = document.activeElement
    // else it is in a summary, or somebody went on by themselves
    if (lost(at) || at === from || !seen(at!)) show(fresh)
  }
  const changes = onChange(look, 30)
  const press = (e: Event) => {
    const on = e.type === 'submit' ? (e.target as Element) : buttonOf(e)
    if (!on) return
    pressed = {
      from: e.type === 'click' ? on : document.activeElement,
      path: location.pathname,
      known: new Map([...document.querySelectorAll(errors)].map(x => [x, x.textContent])),
      ...(e.type === 'submit' && { form: on }),
    }
    changes.look()
  }
  document.addEventListener('click', press, true)
  document.addEventListener('submit', press, true)
  return () => {
    changes.stop()
    document.removeEventListener('click', press, true)
    document.removeEventListener('submit', press, true)
  }
}

function watchLost() {
  let last: Element | null = null
  let around: Element[] = []
  const hold = (el: Element | null) => {
    last = el
    around = []
    for (let up = el?.parentElement; up; up = up.parentElement) around.push(up)
  }
  const look = () => {
    if (!last || !lost(document.activeElement) || seen(last)) return
    const part = around.find(a => a.matches(parts) && seen(a) && headingOf(a))
    const to = headingOf(part ?? document.getElementById('inhoud'))
    if (to) take(to)
  }
  // the screen itself comes first, and then the result bar: they may know a better place
  const changes = onChange(look, 120)
  const into = (e: Event) => hold(e.target as Element)
  const press = (e: Event) => {
    const button = buttonOf(e)
    if (button) hold(button) // not every browser gives it the focus
  }
  const out = (e: FocusEvent) => {
    if (e.relatedTarget) return
    // somebody pressed beside it; what was removed is looked for at the change
    setTimeout(() => {
      if (last && lost(document.activeElement) && seen(last)) hold(null)
    })
  }
  document.addEventListener('click', press, true)
  document.addEventListener('focusin', into)
  document.addEventListener('focusout', out)
  return () => {
    changes.stop()
    document.removeEventListener('click', press, true)
    document.removeEventListener('focusin', into)
    document.removeEventListener('focusout', out)
  }
}

const buttonOf = (e: Event) => (e.target instanceof Element ? e.target.closest('button') : null)

/** Looks when the screen changed and came to rest for so long. */
function onChange(work: () => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const change = new MutationObserver(look)
  change.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['open', 'hidden', 'aria-busy'],
  })
  const stop = () => {
    clearTimeout(timer)
    change.disconnect()
  }
  return { look, stop }
}

const headingOf = (part: Element | null) =>
  [...(part?.querySelectorAll<HTMLElement>(named) ?? [])].find(seen)

/** An error of a field is read with its field; another one by itself. */
function show(error: Element) {
  const field = error.id ? document.querySelector(`[aria-describedby~="${error.id}"]`) : null
  const first = field?.matches(control) ? field : field?.querySelector(control)
  const to = (first ?? error) as HTMLElement
  unfold(to)
  take(to)
  error.scrollIntoView({ block: 'nearest' }) // clear of the bars: scroll-padding in staff.css
}

function take(to: HTMLElement) {
  if (to.tabIndex < 0) to.tabIndex = -1
  to.focus()
}
