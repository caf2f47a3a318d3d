import { useState } from 'react'
import type { StaffProps } from '../../../page'
import { at } from '../../../screens'
import { ActError } from '../../../staff/ActError'
import { refusalOf } from '../../../staff/drafts'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { MendSignUp } from './MendSignUp'
import { answersOf, dateOf, mendOf, sayRow, sayState, type Row } from './personWords'

interface Props extends StaffProps {
  what: string
  was: Row
}

const address = (row: Row) => row.email?.toLowerCase() ?? ''

/**
 * One sign-up or place on a list. What its date's screen changes no more is mended here; the way
 * back is to mend it to what it was.
 */
export function SignUp({ what, was, ...who }: Props) {
  const [row, put] = useState(was)
  const [before, keep] = useState<Row>()
  const [open, ask] = useState(false)
  const [said, say] = useState('')
  const [wrong, fail] = useState('')
  const [busy, setBusy] = useState(false)
  // a mended row is found by what it says now
  const by = row === was ? what : row.email || row.phone || what
  const done = (now: Row) => {
    keep(row)
    put(now)
    ask(false)
    say(
      address(now) === address(row)
        ? 'Verbeterd. Zoek de persoon hierna op wat er nu staat.'
        : 'Verbeterd. De links van het oude adres werken niet meer, en we mailen daarheen ' +
            'dat het weg is. Zoek de persoon hierna op wat er nu staat.',
    )
  }
  const takeBack = () => {
    if (busy || !before) return
    setBusy(true)
    fail('')
    void who.auth
      .fetch('/api/persons/mend-row', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ ...mendOf(before), what: by, row: row.id, version: row.version }),
      })
      .then(async answer => {
        if (!answer.ok) {
          const { code } = await refusalOf(answer)
          return fail(
            code === 'precondition_failed' || code === 'not_found'
              ? 'Iemand anders veranderde dit intussen. Zoek de persoon nog een keer op.'
              : failed,
          )
        }
        put((await answer.json()) as Row)
        keep(undefined)
        say('Het staat weer zoals het was.')
      })
      .catch(() => fail(failed))
      .finally(() => setBusy(false))
  }
  const name = sayRow(row)
  return (
    <section className="stack" aria-labelledby={'rij-' + row.id}>
      <h3 id={'rij-' + row.id}>{name}</h3>
      <p>{sayState(row)}.</p>
      <dl className="answers">
        {answersOf(row).map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p role="status">{said}</p>
      <ActError>{wrong}</ActError>
      {open && <MendSignUp {...who} what={by} row={row} back={() => ask(false)} done={done} />}
      <p className="row">
        {row.mends === 'date' && (
          <PageLink to={at('person', row.id)} aria-label={`Verbeter ${name}`}>
            Verbeter
          </PageLink>
        )}
        {row.mends === 'here' && !open && (
          <PressButton
            second
            label={`Verbeter ${name}`}
            press={() => {
              say('')
              fail('')
              ask(true)
            }}
          >
            Verbeter
          </PressButton>
        )}
        {before && !open && (
          <PressButton second label={`Zet terug: ${name}`} press={takeBack} busy={busy}>
            Zet terug
          </PressButton>
        )}
        <PageLink to={at('date', dateOf(row).id)} aria-label={`Open de datum: ${name}`}>
          Open de datum
        </PageLink>
      </p>
    </section>
  )
}

const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
