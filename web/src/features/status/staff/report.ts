import type { components } from '../../../api/schema.gen'

/** All that the site knows of itself. */
export type Report = components['schemas']['Report']
export type Check = Report['checks'][number]
export type State = Check['state']
/** A mail that did not go out. */
export type Trouble = Report['mails'][number]

const order: readonly State[] = ['bad', 'warn', 'unknown', 'good', 'off']

/** The most serious state of all checks. */
export const worst = (checks: readonly Check[]): State =>
  order.find(s => checks.some(c => c.state === s)) ?? 'off'

/** Checks in these states, the most serious first; within a state in the server's order. */
export function inState(checks: readonly Check[], ...states: State[]): Check[] {
  return checks
    .filter(c => states.includes(c.state))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}
