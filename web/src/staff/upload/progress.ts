import type { Clock } from '../../auth/types'
import { MiB } from './chunks'

/**
 * 12 van 60 MB. What is under way is never called whole: the first number is rounded down. Small
 * files are told in kB.
 */
export function progressWords(received: number, total: number): string {
  const [unit, name] = total < MiB ? [1024, 'kB'] : [MiB, 'MB']
  return `${Math.floor(received / unit)} van ${Math.ceil(total / unit)} ${name}`
}

const comma = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

/** 2,3 MB */
export const sizeWords = (bytes: number) =>
  bytes < MiB ? `${Math.ceil(bytes / 1024)} kB` : `${comma.format(bytes / MiB)} MB`

export const announceEvery = 10_000

/**
 * Passes words on at most every ten seconds, always the newest. `now` passes at once: the end is
 * not waited for.
 */
export function announcer(clock: Clock, tell: (words: string) => void) {
  let last = -Infinity
  let stop: (() => void) | undefined
  let waiting = ''
  const say = (words: string) => {
    stop?.()
    stop = undefined
    last = clock.now()
    tell(words)
  }
  return {
    say(words: string) {
      waiting = words
      const left = last + announceEvery - clock.now()
      if (left <= 0) say(words)
      else stop ??= clock.after(left, () => say(waiting))
    },
    now: say,
    stop: () => stop?.(),
  }
}
