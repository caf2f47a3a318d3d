import { useState } from 'react'
import type { Auth, User } from '../auth/types'
import { PressButton } from '../ui/PressButton'
import { draftAt, type Link } from './desk'
import type { Draft } from './useDraft'
import { useRead } from './useRead'
import { sayDay } from './words'

interface Props<T> { auth: Auth; user: User; draft: Draft<T>; busy: string; trash(): void; untrash(): void }

/** Into the trash, after the places that lead here are shown; and out of it again. */
export function Trash<T>({ auth, draft: d, busy, trash, untrash }: Props<T>) {
  const [asking, ask] = useState(false)
  if (d.draft?.status === 'trashed') {
    return (
      <section className="box" aria-labelledby="prullenbak">
        <h2 id="prullenbak">Prullenbak</h2>
        <p>Dit ligt in de prullenbak.{d.draft.goneAt && ` Op ${sayDay(d.draft.goneAt)} wordt het echt gewist.`}</p>
        <p><PressButton second press={untrash} busy={busy === 'untrash'}>Zet terug uit prullenbak</PressButton></p>
      </section>
    )
  }
  return (
    <section className="box" aria-labelledby="verwijderen">
      <h2 id="verwijderen">Verwijderen</h2>
      {asking
        ? <Places auth={auth} draft={d} busy={busy === 'trash'} trash={trash} stop={() => ask(false)} />
        : <p><PressButton danger press={() => ask(true)}>Verwijder</PressButton></p>}
    </section>
  )
}

function Places<T>({ auth, draft: d, busy, trash, stop }: { auth: Auth; draft: Draft<T>; busy: boolean; trash(): void; stop(): void }) {
  const { read } = useRead<{ items: Link[] }>(auth, draftAt(d.kind, d.id) + '/places')
  const items = read.is === 'known' ? read.data.items : []
  return (
    <div className="stack">
      <div role="status">
        {read.is === 'loading' && <p>Even kijken wat hiernaar verwijst…</p>}
        {read.is === 'failed' && <p>We konden niet nagaan wat hiernaar verwijst.</p>}
        {read.is === 'known' && (items.length === 0 ? <p>Niets verwijst hiernaar.</p> : <><p>Hier staat een verwijzing:</p><ul className="list">{items.map(l => <li key={l.id}>{l.title}{l.published && ' (online)'}</li>)}</ul></>)}
      </div>
      <p>Het gaat naar de prullenbak. Je kunt het daar nog terughalen.</p>
      <p className="row"><PressButton danger press={trash} busy={busy}>Naar de prullenbak</PressButton><PressButton second press={stop}>Laat staan</PressButton></p>
    </div>
  )
}
