import { useBusy } from '../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { StaffProps } from '../../../page'
import { at } from '../../../screens'
import { ActError } from '../../../staff/ActError'
import { Icon } from '../../../ui/Icon'
import { circleCheck } from '../../../ui/noticeIcons'
import { PageLink } from '../../../ui/PageLink'
import { PressButton } from '../../../ui/PressButton'
import { MendSignUp } from './MendSignUp'
import { failed, faultsOf } from './mendWords'
import {
  answersOf,
  dateOf,
  mendOf,
  sayRow,
  sayState,
  type All,
  type Reason,
  type Row,
  about,
} from './personWords'

interface Props extends StaffProps {
  what: string
  reason: Reason
  was: Row
}

const address = (row: Row) => row.email?.toLowerCase() ?? ''

/**
 * One sign-up or place on a list. What its date's screen changes no more is mended here; the way
 * back is to mend it to what it was.
 */
export function SignUp({ what, reason, was, ...who }: Props) {
  const [row, put] = useState(was)
  const [before, keep] = useState<Row>()
  const [open, ask] = useState(false)
  const [said, say] = useState('')
  const [wrong, fail] = useState('')
  const [busy, during] = useBusy()
  const verbeter = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLParagraphElement>(null)
  // the button that was pressed is gone: the focus goes to what came of it
  useEffect(() => {
    if (said) bar.current?.focus()
  }, [said])
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
  const again = async () => {
    const { data } = await about<All>(who.auth, 'view', { what: by, reason, sure: true })
    const now = data?.items.find(({ id }) => id === row.id)
    if (now) put(now)
    return now
  }
  const back = () => {
    flushSync(() => ask(false))
    verbeter.current?.focus()
  }
  const takeBack = () => {
    if (busy || !before) return
    fail('')
    const body = { ...mendOf(before), what: by, row: row.id, version: row.version }
    void during(about<Row>(who.auth, 'mend-row', body)).then(answer => {
      if (answer.is === 'offline') return fail(failed)
      if (!answer.data) return fail(Object.values(faultsOf(answer)).join(' '))
      put(answer.data)
      keep(undefined)
      say('Het staat weer zoals het was.')
    })
  }
  // two who share an address may come to the same date
  const name = `${sayRow(row)}, ${(row.registration ?? row.entry!).name}`
  return (
    <div className="stack" role="group" aria-labelledby={'rij-' + row.id}>
      <h3 id={'rij-' + row.id}>{sayRow(row)}</h3>
      <p>{sayState(row)}.</p>
      <dl className="answers">
        {answersOf(row).map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <div role="status">
        {said && (
          <div className="said">
            <Icon of={circleCheck} />
            <p ref={bar} tabIndex={-1}>
              {said}
            </p>
          </div>
        )}
      </div>
      <ActError>{wrong}</ActError>
      {open && <MendSignUp {...who} what={by} row={row} again={again} back={back} done={done} />}
      <p className="row">
        {row.mends === 'date' && (
          <PageLink to={at('person', row.id)} aria-label={`Verbeter ${name}`}>
            Verbeter
          </PageLink>
        )}
        {row.mends === 'here' && !open && (
          <PressButton
            second
            of={verbeter}
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
          <PressButton second label={`Zet terug: ${name}`} press={takeBack} busy={!!busy}>
            Zet terug
          </PressButton>
        )}
        <PageLink to={at('date', dateOf(row).id)} aria-label={`Open de datum: ${name}`}>
          Open de datum
        </PageLink>
      </p>
    </div>
  )
}
