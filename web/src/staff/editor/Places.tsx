import type { components } from '../../api/schema.gen'
import type { Auth } from '../../auth/types'
import { draftAt } from '../drafts'
import type { Draft } from './useDraft'
import { useRead } from '../useRead'

/** What leads to this document. */
export function Places<T>({ auth, draft: d }: { auth: Auth; draft: Draft<T> }) {
  const { read } = useRead<components['schemas']['PlaceList']>(
    auth,
    draftAt(d.kind, d.id) + '/places',
  )
  const items = read.is === 'known' ? read.data.items : []
  return (
    <div role="status">
      {read.is === 'loading' && <p>Even kijken wat hiernaar verwijst…</p>}
      {read.is === 'failed' && <p>We konden niet nagaan wat hiernaar verwijst.</p>}
      {read.is === 'known' &&
        (items.length === 0 ? (
          <p>Er staat nergens een link hiernaartoe.</p>
        ) : (
          <>
            <p>Hier staat een verwijzing:</p>
            <ul className="list">
              {items.map(l => (
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
