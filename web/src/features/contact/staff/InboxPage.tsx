import { useBusy } from '../../../staff/useBusy'
import { many } from '../../../staff/count'
import { useRef, useState } from 'react'
import { useLocation } from '../../../router'
import { coatRack } from '../../../drawings/coatRack'
import { Drawing } from '../../../drawings/Drawing'
import type { ScreenProps } from '../../../page'
import { Back } from '../../../staff/Back'
import { Due, PagedTable, sayTerm, Tabs } from '../../../staff/lists/inbox'
import { usePaged } from '../../../staff/api/usePaged'
import { useRead } from '../../../staff/api/useRead'
import { sayDay } from '../../../staff/words'
import { at } from '../../../screens'
import { EmptyState } from '../../../ui/EmptyState'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { subjects, type Row } from './words'
import { noAnswer } from '../../../staff/api/useSend'
import { api, asked, ifStill } from '../../../staff/api/client'

/** `/beheer/postvak`: who waits longest stands first. */
export default function InboxPage({ auth, user }: ScreenProps) {
  const { search } = useLocation()
  const done = new URLSearchParams(search).get('lijst') === 'klaar'
  const list = usePaged(auth, '/api/messages', { query: { lijst: done ? 'done' : 'open' } })
  const { data: counts, again } = useRead(auth, '/api/messages/counts')
  const coordinator = user.roles.includes('coordinator')
  const candidates = useCandidates(auth, coordinator)
  const { take, busy, said, line } = useTaking(auth, user.uid, () => {
    list.again()
    void again()
  })
  return (
    <div className="wrap page stack">
      <Back />
      <h1>Postvak</h1>
      <Tabs
        label="Soort berichten"
        of={[
          { to: at('inbox'), words: counts ? `Open (${counts.open})` : 'Open', here: !done },
          ...(coordinator
            ? [
                {
                  to: at('volunteers'),
                  words:
                    candidates === undefined ? 'Vrijwilligers' : `Vrijwilligers (${candidates})`,
                },
              ]
            : []),
          { to: at('inbox') + '?lijst=klaar', words: 'Klaar', here: done },
        ]}
      />
      {counts !== undefined && counts.late > 0 && !done && (
        <p>
          <strong>{many(counts.late, '1 bericht wacht te lang.')}</strong> We beloven antwoord
          binnen 3 werkdagen.
        </p>
      )}
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      <PagedTable
        list={list}
        caption={done ? 'Beantwoorde berichten' : 'Open berichten'}
        heads={[
          'Bericht',
          'Van',
          'Wie pakt het op?',
          done ? 'Beantwoord' : 'Antwoord voor',
          'Wordt gewist',
        ]}
        empty={
          <EmptyState drawing={<Drawing of={coatRack} />}>
            <p>{done ? 'Er zijn nog geen beantwoorde berichten.' : 'Geen nieuwe berichten.'}</p>
          </EmptyState>
        }
        row={m => (
          <tr key={m.id} className={m.state === 'new' ? 'mail-unread' : 'mail-read'}>
            <th scope="row">
              <PageLink to={at('message', m.id)}>{m.start}</PageLink>
              <br />
              {m.state === 'new' && (
                <>
                  <span className="tag tag-new">nieuw</span>{' '}
                </>
              )}
              {subjects[m.subject]}
            </th>
            <td data-l="Van">{m.name ?? 'zonder naam'}</td>
            <td data-l="Wie pakt het op">
              {m.assignee ? (
                `${m.assignee.name || 'onbekend'}${m.answeredAt ? ', beantwoord' : ''}`
              ) : m.answeredAt ? (
                'beantwoord'
              ) : (
                <PressButton
                  second
                  busy={busy === m.id}
                  press={() => take(m)}
                  label={`Ik pak dit op: ${m.start}`}
                >
                  Ik pak dit op
                </PressButton>
              )}
            </td>
            <td data-l={done ? 'Beantwoord' : 'Antwoord voor'}>
              {m.answeredAt ? sayDay(m.answeredAt) : <Due on={m.dueOn} within={m.dueIn} />}
            </td>
            <td data-l="Wordt gewist">
              {m.answeredAt ? sayDay(m.goneOn) : `${sayTerm(counts?.keepDays ?? 90)} na antwoord`}
            </td>
          </tr>
        )}
      />
    </div>
  )
}

/** One press from the list; somebody else may have been quicker. */
function useTaking(auth: ScreenProps['auth'], uid: string, done: () => void) {
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  const take = (m: Row) => {
    if (busy) return
    say('')
    void during(taken(auth, uid, m), m.id).then(words => {
      say(words)
      line.current?.focus()
      done()
    })
  }
  return { take, busy, said, line }
}

async function taken(auth: ScreenProps['auth'], uid: string, m: Row): Promise<string> {
  const { is, status } = await asked(
    api(auth).PUT('/api/messages/{id}/assignee', {
      params: { path: { id: m.id } },
      headers: ifStill(m.version),
      body: { uid },
    }),
  )
  if (is === 'done') return `Je hebt dit opgepakt: ${m.start}`
  if (is === 'offline') return noAnswer
  return status === 412 ? 'Iemand was je net voor.' : 'Het lukt nu niet. Probeer het opnieuw.'
}

/** How many new volunteers wait, for the tab; nothing for who may not know. */
const useCandidates = (auth: ScreenProps['auth'], coordinator: boolean) =>
  useRead(auth, '/api/volunteers/counts', { off: !coordinator }).data?.new
