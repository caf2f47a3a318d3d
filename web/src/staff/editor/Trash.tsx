import type { ReactNode } from 'react'
import type { Auth, User } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import { AskFirst } from '../AskFirst'
import { TellFirst } from '../TellFirst'
import { Erase } from './Erase'
import { Places } from './Places'
import type { Draft } from './useDraft'
import { sayDay } from '../words'

interface Props<T> {
  auth: Auth
  user: User
  draft: Draft<T>
  /** Its title. */
  name: string
  busy: string
  /** Why it may not be thrown away. */
  kept?: ReactNode
  trash(): void
  untrash(): void
  /** It is erased for good. */
  gone(): void
}

/** Into the trash, after the places that lead here are shown; out of it again, or gone for good. */
export function Trash<T>({
  auth,
  user,
  draft: d,
  name,
  busy,
  kept,
  trash,
  untrash,
  gone,
}: Props<T>) {
  if (d.draft?.status === 'trashed') {
    return (
      <section className="box" aria-labelledby="prullenbak">
        <h2 id="prullenbak">Prullenbak</h2>
        <p>
          Dit ligt in de prullenbak.
          {d.draft.goneAt && ` Op ${sayDay(d.draft.goneAt)} wordt het echt gewist.`}
        </p>
        <p>
          <PressButton second press={untrash} busy={busy === 'untrash'}>
            Zet terug uit prullenbak
          </PressButton>
        </p>
        <Erase auth={auth} user={user} draft={d} name={name} gone={gone} />
      </section>
    )
  }
  return (
    <section className="box" aria-labelledby="verwijderen">
      <h2 id="verwijderen">Verwijderen</h2>
      {kept ? (
        <TellFirst danger words="Verwijder">
          {kept}
        </TellFirst>
      ) : (
        <AskFirst
          words="Verwijder"
          question="Het gaat naar de prullenbak. Je kunt het daar nog terughalen."
          yes="Naar de prullenbak"
          no="Laat staan"
          busy={busy === 'trash'}
          act={trash}
        >
          <Places auth={auth} draft={d} />
        </AskFirst>
      )}
    </section>
  )
}
