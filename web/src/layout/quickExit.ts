// "Snel weg": leaves at once, and leaves nothing of this site to see.

const patience = 5000
const held = 1000

/**
 * Blanks the page, forgets the drafts of this tab and goes away. Only `note` (not visible) stays,
 * for who listens.
 */
export function leave(exitUrl: string, note: HTMLElement | null) {
  const blank = () => {
    document.body.replaceChildren(...(note ? [note] : []))
    document.title = '\u00a0'
  }
  blank()
  addEventListener('pagehide', blank) // the history cache keeps the page as it is now: empty
  try {
    sessionStorage.clear()
  } catch {
    /* storage is blocked: then there is nothing in it */
  }
  globalThis.speechSynthesis?.cancel() // nothing is read aloud any more
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }),
  )
  location.replace(exitUrl)
}

/**
 * Counts presses of Shift alone. Another key or the pointer in between, holding it, or five seconds
 * without one: from the start.
 */
export class ShiftCount {
  private count = 0
  private down: number | undefined
  private last = -Infinity

  keydown(key: string, repeat: boolean, at: number) {
    if (key !== 'Shift') return this.other()
    if (repeat) this.other()
    else this.down = at
  }

  /** How many presses there are now, 0 when this was none. */
  keyup(key: string, at: number): number {
    if (key !== 'Shift' || this.down === undefined) return 0
    const alone = at - this.down < held
    this.down = undefined
    if (!alone) return (this.count = 0)
    this.count = at - this.last < patience ? this.count + 1 : 1
    this.last = at
    return this.count
  }

  other() {
    this.count = 0
    this.down = undefined
  }
}

export const shiftWords = [
  '',
  'Nog 2 keer Shift om snel weg te gaan.',
  'Nog 1 keer Shift.',
  'Je gaat weg van deze pagina.',
]
export const presses = 3
export const resetAfter = patience
