// Dutch numbers without Intl: 7.920 and 8,2, a space that does not break
// before %.

/** 7.920, or 8,2 with one decimal */
export function number(value: number, decimals = 0): string {
  const [whole, rest] = value.toFixed(decimals).split('.')
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, '.')
  return rest ? `${grouped},${rest}` : grouped
}

/** 95 % */
export const percent = (value: number, decimals = 0) => number(value, decimals) + '\u00a0%'

/** What a figure of a year needs for its notation. */
export interface Amount {
  /** Absent when it is small. */
  value?: number
  decimals: number
  unit?: string
  /** Between 1 and 4: the number itself stays with us, a single person could be recognised. */
  small?: boolean
}

/** 7.920 · 95 % · € 250 · minder dan 5 */
export function amount({ value, decimals, unit, small }: Amount): string {
  if (small || value === undefined) return 'minder dan 5'
  if (unit === '%') return percent(value, decimals)
  return unit === '€' ? '€\u00a0' + number(value, decimals) : number(value, decimals)
}
