import { useBusy } from '../useBusy'
import { useState } from 'react'
import type { Auth } from '../../auth/types'
import { PressButton } from '../../ui/PressButton'
import { ActError } from '../ActError'
import { type Kind, type Row } from '../drafts'
import type { List } from '../api/usePaged'
import { api, asked } from '../api/client'

interface Props {
  auth: Auth
  kind: Kind
  row: Row
  list: List<Row>
  say(words: string): void
}

/**
 * One place up or down in a list that has an order. Only where the list is whole: not in a search.
 */
export function Order({ auth, kind, row, list, say }: Props) {
  const [busy, during] = useBusy()
  const [wrong, refuse] = useState('')
  const ids = list.items.map(r => r.id)
  const at = ids.indexOf(row.id)
  const move = (step: -1 | 1, word: string) => {
    const items = [...list.items]
    items.splice(at + step, 0, ...items.splice(at, 1))
    refuse('')
    say('')
    list.show(items)
    void during(
      put(
        auth,
        kind,
        items.map(r => r.id),
      ),
      word,
    ).then(good => {
      if (good) return say(`${row.title} staat nu op plek ${at + step + 1}.`)
      refuse('De volgorde is niet bewaard. Probeer het opnieuw.')
      list.again()
    })
  }
  return (
    <>
      <span className="row">
        <PressButton
          second
          press={() => move(-1, 'up')}
          busy={busy === 'up'}
          off={at === 0}
          label={`Omhoog: ${row.title}`}
        >
          Omhoog
        </PressButton>
        <PressButton
          second
          press={() => move(1, 'down')}
          busy={busy === 'down'}
          off={at === ids.length - 1}
          label={`Omlaag: ${row.title}`}
        >
          Omlaag
        </PressButton>
      </span>
      <ActError>{wrong}</ActError>
    </>
  )
}

const put = async (auth: Auth, kind: Kind, ids: string[]) =>
  (
    await asked(
      api(auth).PUT('/api/drafts/{kind}/order', {
        params: { path: { kind: kind as 'faq' } },
        body: { ids },
      }),
    )
  ).is === 'done'
