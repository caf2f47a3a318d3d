/** Of an A4 within its margins, in mm; the rest of the note has the half below. */
const width = 184
const height = 130
/** Of its letters, as part of their size: how high a capital is, and how wide most are. */
const capital = 0.7
const wide = 0.56

/** How high the letters of a title can be on the door, in mm: as it fits, never below 16. */
export function doorSize(title: string): 30 | 24 | 20 | 16 {
  const words = title.split(/\s+/)
  for (const high of [30, 24, 20] as const) {
    const size = high / capital
    const fits = Math.floor(width / (size * wide))
    let [lines, at] = [1, 0]
    for (const { length } of words) {
      if (at > 0 && at + 1 + length > fits) [lines, at] = [lines + 1, length]
      else at += (at > 0 ? 1 : 0) + length
    }
    const whole = words.every(w => w.length <= fits)
    if (whole && lines * size * 1.05 <= height) return high
  }
  return 16
}
