import type { Auth } from '../../auth/types'
import type { Draft } from './useDraft'
import { useRead } from '../api/useRead'

/** What leads to this document. */
export function Places<T>({ auth, draft: d }: { auth: Auth; draft: Draft<T> }) {
  const { is, data } = useRead(auth, '/api/drafts/{kind}/{id}/places', {
    path: { kind: d.kind, id: d.id },
  })
  return (
    <div role="status">
      {is === 'loading' && <p>Even kijken wat hiernaar verwijst…</p>}
      {is === 'failed' && <p>We konden niet nagaan wat hiernaar verwijst.</p>}
      {data &&
        (data.items.length === 0 ? (
          <p>Er staat nergens een link hiernaartoe.</p>
        ) : (
          <>
            <p>Hier staat een verwijzing:</p>
            <ul className="list">
              {data.items.map(l => (
                <li key={l.id}>
                  {l.title || 'Zonder titel'}
                  {l.published && ' (online)'}
                </li>
              ))}
            </ul>
          </>
        ))}
    </div>
  )
}
