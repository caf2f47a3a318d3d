import { useEffect, useState } from 'react'
import { PressButton } from '../../ui/PressButton'
import { AreaField } from '../fields'
import type { One } from './useOne'

/** A note for colleagues, of at most so many characters. */
export function Note<T>({
  of,
  note,
  most,
  hint = 'Alleen voor collega’s. Schrijf niet meer op dan nodig is.',
}: {
  of: One<T>
  note: string
  most: number
  hint?: string
}) {
  const [text, setText] = useState(note)
  useEffect(() => setText(note), [note])
  return (
    <section className="box" aria-labelledby="notitie">
      <h2 id="notitie">Notitie</h2>
      <AreaField
        name="note"
        label="Notitie voor collega’s"
        hint={hint}
        value={text}
        onChange={setText}
        max={most}
        error={of.faultsOf('note').text}
      />
      <p>
        <PressButton
          second
          busy={of.busy === 'note'}
          press={() =>
            of.act({
              button: 'note',
              method: 'PUT',
              at: '/note',
              body: { text },
              said: 'Je notitie is bewaard.',
              say: { text: `Houd je notitie kort: hooguit ${most} tekens.` },
            })
          }
        >
          Bewaar notitie
        </PressButton>
      </p>
    </section>
  )
}
