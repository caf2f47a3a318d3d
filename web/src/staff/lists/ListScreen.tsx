import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from '../../router'
import { coatRack } from '../../drawings/coatRack'
import { Drawing } from '../../drawings/Drawing'
import type { ScreenProps } from '../../page'
import { EmptyState } from '../../ui/EmptyState'
import { Icon } from '../../ui/Icon'
import { PageLink } from '../../ui/PageLink'
import { PressButton } from '../../ui/PressButton'
import { Chips } from './Chips'
import { Back } from '../Back'
import type { Kind, Row } from '../drafts'
import { plus } from '../icons'
import { Missed, Waiting } from '../States'
import { StatusTag } from '../StatusTag'
import { toldBy } from '../telling'
import { useList, type List } from '../api/usePaged'
import { sayDay, sayMoment, statusWords, sayFound } from '../words'

interface Props extends Pick<ScreenProps, 'auth'> {
  kind: Kind
  title: string
  /** Address of one. */
  open(id: string): string
  /** For who may make one. */
  add?: { to: string; words: string } | undefined
  empty: string
  /** Left out: every status a document of this kind can have. */
  statuses?: readonly (keyof typeof statusWords)[]
  /** The orders to choose from; the first is the one that the list has by itself. */
  orders?: readonly SortBy[]
  /** How one stands, where its dates know better. */
  status?(row: Row): Row['status']
  /** Besides title, status and who changed it last. */
  more?: (row: Row) => ReactNode
  /** Buttons of a row. */
  acts?: (row: Row, list: List<Row>) => ReactNode
  children?: ReactNode
}

const all = ['draft', 'scheduled', 'published', 'over', 'hidden', 'trashed'] as const

/** `place`: as staff put them, of a kind that can be ordered; only the whole list has it. */
type SortBy = 'place' | 'newest' | 'title'
const orderWords: Readonly<Record<SortBy, string>> = {
  place: 'Eigen volgorde',
  newest: 'Nieuwste eerst',
  title: 'Op titel',
}

/** For lists whose documents staff put in order. */
export const ordered: readonly SortBy[] = ['place', 'newest', 'title']
/** For lists of a fixed set. */
export const fixedOrders: readonly SortBy[] = ['place', 'title']
const unordered: readonly SortBy[] = ['newest', 'title']

/**
 * A list of documents: search, status, order, and more at the press of a button. The choice stands
 * in the address.
 */
export function ListScreen({
  auth,
  kind,
  title,
  open,
  add,
  empty,
  statuses = all,
  orders = unordered,
  status: standing = r => r.status,
  more,
  acts,
  children,
}: Props) {
  const { search, status, offered, order, choose } = useChoice(orders)
  const told = toldBy(useLocation().state)
  const list = useList(auth, kind, {
    zoek: search,
    status,
    op: order === offered[0] ? '' : order,
  })
  return (
    <div className="wrap page stack">
      <Back />
      <div className="head-row">
        <h1>{title}</h1>
        {add && (
          <PageLink className="btn" to={add.to}>
            <Icon of={plus} />
            {add.words}
          </PageLink>
        )}
      </div>
      {told && (
        <p role="status" data-result>
          {told}
        </p>
      )}
      {children}
      <Search value={search} search={zoek => choose({ zoek })} />
      {statuses.length > 0 && (
        <Chips
          label="Laat zien"
          of={[['', 'Alles'], ...statuses.map(s => [s, statusWords[s]] as const)]}
          now={status}
          choose={status => choose({ status })}
        />
      )}
      <Chips
        label="Volgorde"
        of={offered.map(o => [o, orderWords[o]])}
        now={order}
        choose={o => choose({ op: o === offered[0] ? '' : o })}
      />
      {list.is === 'loading' && <Waiting words="Even geduld, de lijst wordt geladen." />}
      {list.is === 'failed' && <Missed what="de lijst" again={list.again} busy={list.busy} />}
      {list.is === 'known' && (
        <>
          <p role="status" className="sr">
            {sayFound(list)}
          </p>
          {list.items.length === 0 ? (
            <EmptyState drawing={<Drawing of={coatRack} />}>
              <p>{search || status ? 'Niets gevonden.' : empty}</p>
              {(search || status) && (
                <PressButton
                  second
                  press={() => {
                    choose({ zoek: '', status: '' })
                    document.getElementById('zoek')?.focus() // the button goes
                  }}
                >
                  Laat alles zien
                </PressButton>
              )}
            </EmptyState>
          ) : (
            <ul className="rows cards">
              {list.items.map(r => (
                <li key={r.id}>
                  <div className="whole">
                    <h2 className="row-title">
                      <PageLink className="cover" to={open(r.id)}>
                        {r.title || 'Zonder titel'}
                      </PageLink>
                    </h2>
                    <p className="row-facts">
                      <StatusTag of={{ ...r, status: standing(r) }} />
                      {r.pinned && <span className="tag">Vastgezet</span>}
                      {more?.(r)}
                    </p>
                    <p className="small muted">
                      {r.goneAt ? `Wordt gewist op ${sayDay(r.goneAt)}.` : sayChanged(r)}
                    </p>
                  </div>
                  {acts?.(r, list)}
                </li>
              ))}
            </ul>
          )}
          {list.more && (
            <p>
              <PressButton second press={list.next} busy={list.busy}>
                Laat meer zien
              </PressButton>
            </p>
          )}
        </>
      )}
    </div>
  )
}

interface Choice {
  zoek?: string
  status?: string
  op?: string
}

/** What was chosen stands in the address. An order that is not offered there is the first one. */
function useChoice(orders: readonly SortBy[]) {
  const { search: query, pathname } = useLocation()
  const navigate = useNavigate()
  const [search, status, op] = ['zoek', 'status', 'op'].map(
    w => new URLSearchParams(query).get(w) ?? '',
  ) as [string, string, string]
  const offered = orders.filter(o => o !== 'place' || !status)
  const choose = (next: Choice) => {
    const q = new URLSearchParams(
      Object.entries({ zoek: search, status, op, ...next }).filter(([, v]) => v),
    ).toString()
    void navigate(pathname + (q && '?' + q), { replace: true })
  }
  return { search, status, offered, order: offered.find(o => o === op) ?? offered[0]!, choose }
}

/** Searching goes by the button or Enter, so that nothing moves while somebody types. */
function Search({ value, search }: { value: string; search(words: string): void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <form
      role="search"
      className="search"
      onSubmit={e => {
        e.preventDefault()
        search(typed.trim())
      }}
    >
      <label className="label" htmlFor="zoek">
        Zoeken
      </label>
      <div className="search-row">
        <input
          className="input"
          id="zoek"
          type="search"
          value={typed}
          onChange={e => setTyped(e.target.value)}
        />
        <button className="btn btn-2" type="submit">
          Zoek
        </button>
      </div>
    </form>
  )
}

/** Of what stands there since the beginning nobody changed anything. */
const sayChanged = ({ updatedAt, updatedBy: { uid, name } }: Row) =>
  uid === ''
    ? 'Nog niet veranderd.'
    : `Veranderd op ${sayMoment(updatedAt)}${name ? ` door ${name}` : ''}.`
