import './stat.css'
import type { ReactNode } from 'react'
import { amount, type Amount } from '../api/number'

interface Shown extends Amount {
  label: string
}

/**
 * The label behind its number: "436 dagdelen open". A number that is kept small in words stands
 * smaller.
 */
export const Big = ({ of }: { of: Shown }) => (
  <>
    <b className={of.small ? 'stat-words' : undefined}>{amount(of)}</b>{' '}
    <span>{of.label.charAt(0).toLowerCase() + of.label.slice(1)}</span>
  </>
)

/** A number that stands large in a list of numbers. */
export const Stat = ({
  of,
  drawing,
  children,
}: {
  of: Shown
  drawing?: ReactNode
  children?: ReactNode
}) => (
  <li className="stat">
    {drawing}
    <Big of={of} />
    {children}
  </li>
)
