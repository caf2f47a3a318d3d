// What the inboxes share.
import '../../ui/chips.css'
import './inbox.css'
import { plural } from '../../api/count'
import type { ReactNode } from 'react'
import { day } from '../../api/moment'
import { inPairs } from '../../api/phone'
import { PageLink } from '../../ui/PageLink'
import { PressButton } from '../../ui/PressButton'
import { Missed, Waiting } from '../States'
import type { List } from '../api/usePaged'
import type { One } from './useOne'
import { sayDay } from '../words'

export interface TabOf {
  to: string
  words: string
  here?: boolean
}

/** One list at a time, each with its own address. */
export const Tabs = ({ label, of }: { label: string; of: readonly TabOf[] }) => (
  <nav className="tabs" aria-label={label}>
    {of.map(t => (
      <PageLink key={t.to} className="tab" to={t.to} aria-current={t.here ? 'page' : undefined}>
        {t.words}
      </PageLink>
    ))}
  </nav>
)

interface TableProps<R> {
  list: List<R>
  caption: string
  heads: readonly string[]
  empty: ReactNode
  row(r: R): ReactNode
}

/** A list as a table, which becomes cards on a phone. */
export function PagedTable<R>({ list, caption, heads, empty, row }: TableProps<R>) {
  if (list.is === 'loading') return <Waiting words="Even geduld, de lijst wordt geladen." />
  if (list.is === 'failed') return <Missed what="de lijst" again={list.again} busy={list.busy} />
  if (list.items.length === 0) return empty
  return (
    <>
      <table className="table table-stack">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {heads.map(h => (
              <th key={h} scope="col">
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{list.items.map(row)}</tbody>
      </table>
      {list.more && (
        <p>
          <PressButton second press={list.next} busy={list.busy}>
            Laat meer zien
          </PressButton>
        </p>
      )}
    </>
  )
}

/** The states of one row, and what came of the last act. */
export function OneScreen<T>({
  of,
  what,
  gone,
  children,
}: {
  of: One<T>
  what: string
  gone: string
  children(data: T): ReactNode
}) {
  return (
    <>
      <p role="status" ref={of.line} tabIndex={-1}>
        {of.said}
      </p>
      {of.is === 'loading' && <Waiting words="Even geduld, dit wordt geladen." />}
      {of.is === 'failed' && <Missed what={what} again={of.again} busy={of.busy === 'read'} />}
      {of.is === 'missing' && <p>{gone}</p>}
      {of.data !== undefined && of.is === 'known' && children(of.data)}
    </>
  )
}

/** Question and answer, beneath each other on a phone. Empty answers are left out. */
export const FactList = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="facts-list">
    {of
      .filter(([, v]) => v !== undefined && v !== '' && v !== false && v !== null)
      .map(([k, v]) => (
        <div key={k}>
          <dt>{k}</dt>
          <dd>{v}</dd>
        </div>
      ))}
  </dl>
)

/** How somebody can be reached: as links that dial or write. */
export const Reach = ({
  email,
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}) => (
  <>
    {phone && <a href={`tel:${phone}`}>{inPairs(phone)}</a>}
    {phone && email && <br />}
    {email && <a href={`mailto:${email}`}>{email}</a>}
  </>
)

/** vandaag, morgen, donderdag 16 oktober; what is over is late. */
export const Due = ({ on, within }: { on: string; within: number }) => {
  if (within < 0) return <span className="tag tag-late">te laat: {day(on)}</span>
  if (within === 0) return <span className="tag tag-late">vandaag</span>
  return <>{plural(within, 'morgen', day(on))}</>
}

/** 90 days are 3 months, 28 are 4 weeks. */
export function sayTerm(days: number): string {
  if (days === 1) return '1 dag'
  if (days > 0 && days % 365 === 0) return `${days / 365} jaar`
  if (days >= 60 && days % 30 <= 2 && days < 360) return `${Math.floor(days / 30)} maanden`
  if (days >= 14 && days % 7 === 0) return `${days / 7} weken`
  return `${days} dagen`
}

export const sayGone = (on: string) => `Wordt gewist op ${sayDay(on)}.`
