// Screens with text that the server does not have yet. While there is one, a session that ends does
// not take its screen away.
const held = new Map<symbol, (() => void) | undefined>()
let going = false

/** Held while this tab has such text, so that the others know. */
const lock = 'hr-unsaved'
let letGo: (() => void) | undefined

function tellOthers() {
  if (held.size === 0) {
    letGo?.()
    letGo = undefined
  } else if (!letGo) {
    const over = new Promise<void>(done => (letGo = done))
    void locks()
      ?.request(lock, { mode: 'shared' }, () => over)
      .catch(() => undefined)
  }
}

const locks = () => navigator.locks as LockManager | undefined

/** Texts of an earlier page of this tab, that no screen has taken up. */
function left(): boolean {
  try {
    return Object.keys(sessionStorage).some(key => key.startsWith('hr.staff.draft.'))
  } catch {
    return false
  }
}

async function elsewhere(): Promise<boolean> {
  try {
    return ((await locks()?.query())?.held ?? []).some(l => l.name === lock)
  } catch {
    return false
  }
}

export const unsaved = {
  any: () => held.size > 0,
  /** Whether a sign-out would lose text, in this tab or another one. */
  anywhere: async () => held.size > 0 || left() || elsewhere(),
  /**
   * Gives what to call when everything is saved. Safe to call again. `giveUp`: the text is not
   * wanted any more.
   */
  hold(giveUp?: () => void): () => void {
    const mine = Symbol()
    held.set(mine, giveUp)
    tellOthers()
    return () => {
      held.delete(mine)
      tellOthers()
    }
  },
  /** The person signed out, and was asked. */
  giveUp: () => held.forEach(end => end?.()),
  /**
   * The page leaves for a sign-in, and what is typed waits for it: nobody is asked. Gives what to
   * call when it stays.
   */
  leave(): () => void {
    going = true
    const stay = () => void (going = false)
    addEventListener('pageshow', stay, { once: true }) // the history cache brought it back
    return stay
  },
  leaves: () => going,
}
