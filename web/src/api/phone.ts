/**
 * A number as people write it, in pairs that stay on one line: 06 12 34 56 78, 0123 45 67 89, and
 * +32 47 01 23 45 6 from abroad. What is no number stays as it was typed.
 */
export function inPairs(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '').replace(/^(\+|00)310?/, '0')
  if (!/^(0\d{9}|\+\d{8,15})$/.test(digits)) return typed
  const first = digits.startsWith('06') ? 2 : digits.startsWith('+') ? 3 : 4
  return [digits.slice(0, first), ...digits.slice(first).match(/..?/g)!].join('\u00a0')
}
