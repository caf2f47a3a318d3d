import '../ui/chips.css'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ScreenProps } from '../page'
import * as at from '../areaPaths'
import { EmptyState } from '../ui/EmptyState'
import { Icon } from '../ui/Icon'
import { arrowLeft } from '../ui/icons'
import { PageLink } from '../ui/PageLink'
import { PressButton } from '../ui/PressButton'
import type { Row } from './desk'
import { plus } from './icons'
import { Missed, Waiting } from './States'
import { StatusTag } from './StatusTag'
import { useList, type List } from './useList'
import { sayDay, sayMoment, statusWords } from './words'

interface Props extends Pick<ScreenProps, 'auth'> {
  kind: string
  title: string
  /** Address of one. */
  open(id: string): string
  /** For who may make one. */
  add?: { to: string; words: string } | undefined
  empty: string
  /** Left out: every status a document of this kind can have. */
  statuses?: readonly (keyof typeof statusWords)[]
  /** Besides title, status and who changed it last. */
  more?: (row: Row) => ReactNode
  /** Buttons of a row. */
  acts?: (row: Row, list: List<Row>) => ReactNode
  children?: ReactNode
}

const all = ['draft', 'scheduled', 'published', 'over', 'hidden', 'trashed'] as const

/** A list of documents: search, status, and more at the press of a button. The choice stands in the address. */
export function ListScreen({ auth, kind, title, open, add, empty, statuses = all, more, acts, children }: Props) {
  const { search: query, pathname } = useLocation()
  const navigate = useNavigate()
  const words = new URLSearchParams(query)
  const search = words.get('zoek') ?? ''
  const status = words.get('status') ?? ''
  const list = useList(auth, kind, { search, status })
  const choose = (next: { zoek?: string; status?: string }) => {
    const q = new URLSearchParams(Object.entries({ zoek: search, status, ...next }).filter(([, v]) => v)).toString()
    void navigate(pathname + (q && '?' + q), { replace: true, preventScrollReset: true })
  }
  return (
    <div className="wrap page stack">
      <p><PageLink className="back" to={at.start()}><Icon of={arrowLeft} />Beheer</PageLink></p>
      <div className="head-row">
        <h1>{title}</h1>
        {add && <PageLink className="btn" to={add.to}><Icon of={plus} />{add.words}</PageLink>}
      </div>
      {children}
      <Search value={search} search={zoek => choose({ zoek })} />
      <nav className="chips" aria-label="Laat zien">
        {['', ...statuses].map(s => (
          <button key={s} type="button" className="chip" aria-pressed={s === status} onClick={() => choose({ status: s })}>{s === '' ? 'Alles' : statusWords[s as keyof typeof statusWords]}</button>
        ))}
      </nav>
      {list.is === 'loading' && <Waiting words="Even geduld, de lijst wordt geladen." />}
      {list.is === 'failed' && <Missed what="de lijst" again={list.again} busy={list.busy} />}
      {list.is === 'known' && (
        <>
          <p role="status" className="sr">{list.items.length === 1 ? '1 gevonden' : `${list.items.length}${list.more ? ' of meer' : ''} gevonden`}</p>
          {list.items.length === 0 ? <EmptyState><p>{search || status ? 'Niets gevonden.' : empty}</p></EmptyState> : (
            <ul className="rows cards">
              {list.items.map(r => (
                <li key={r.id}>
                  <div>
                    <h2 className="row-title"><PageLink to={open(r.id)}>{r.title || 'Zonder titel'}</PageLink></h2>
                    <p className="row-facts"><StatusTag of={r} />{r.pinned && <span className="tag">Vastgezet</span>}{more?.(r)}</p>
                    <p className="small muted">{r.goneAt ? `Wordt gewist op ${sayDay(r.goneAt)}.` : `Veranderd ${sayMoment(r.updatedAt)}${r.updatedBy.name ? ` door ${r.updatedBy.name}` : ''}.`}</p>
                  </div>
                  {acts?.(r, list)}
                </li>
              ))}
            </ul>
          )}
          {list.more && <p><PressButton second press={list.next} busy={list.busy}>Laat meer zien</PressButton></p>}
        </>
      )}
    </div>
  )
}

/** Searching goes by the button or Enter, so that nothing moves while somebody types. */
function Search({ value, search }: { value: string; search(words: string): void }) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <form role="search" className="search" onSubmit={e => {
      e.preventDefault()
      search(typed.trim())
    }}>
      <label className="label" htmlFor="zoek">Zoeken</label>
      <div className="search-row">
        <input className="input" id="zoek" type="search" value={typed} onChange={e => setTyped(e.target.value)} />
        <button className="btn btn-2" type="submit">Zoek</button>
      </div>
    </form>
  )
}
