import type { ReactNode } from 'react'
import type { User } from '../../../auth/types'
import { clock } from '../../../api/moment'
import { check } from '../../../staff/icons'
import { Icon } from '../../../ui/Icon'
import { MailWords } from '../../../ui/MailLink'
import { cross, down, mail, phone } from '../../../ui/icons'
import { PressButton } from '../../../ui/PressButton'
import {
  kindName,
  outcomesOf,
  reachOf,
  sayAbout,
  sayAttempt,
  sayIt,
  sayKeptUntil,
  sayUntil,
  sayWhyCall,
  type Call,
  type Outcome,
} from './callWords'
import { hourglass, phoneMissed, voicemail } from './peopleIcons'
import { staffName } from './peopleWords'

const icons: Partial<Readonly<Record<Outcome, string>>> = {
  yes: check,
  told: check,
  comes: check,
  spoken: check,
  no: cross,
  cannot: cross,
  cannotThen: cross,
  notThisTime: cross,
  noMore: cross,
  mailed: check,
  defer: hourglass,
  voicemail,
  notReached: phoneMissed,
}

interface Props {
  call: Call
  me: User
  today: string
  busy: boolean
  /** What to tell besides, such as that an answer was not kept. */
  children?: ReactNode
  /** Says to everybody that it is rung now. */
  ring(call: Call): void
  fill(call: Call, outcome: Outcome): void
}

/** The one call whose turn it is: whom to ring, what to say, and what they said. */
export function CallCard({ call, me, today, busy, children, ring, fill }: Props) {
  const heading = 'bel-' + call.id
  const { firstName, calling, reason } = call
  const other = calling && !calling.mine ? calling : undefined
  return (
    <section className="call" aria-labelledby={heading}>
      <p className="head-row">
        <span className="eyebrow">Nu aan de beurt · {kindName(call.kind).toLowerCase()}</span>
        <span className={reason === 'phoneList' ? 'tag tag-late' : 'tag'}>
          {lower(sayUntil(call, today))}
        </span>
      </p>
      <h2 className="big" id={heading} tabIndex={-1}>
        {firstName}
      </h2>
      <p>
        {sayAbout(call, today)} {sayKeptUntil(call, today)}
      </p>
      {other && (
        <div className="alert alert-info">
          <Icon of={phone} />
          <p>
            <b>
              {staffName(other.by)} belt {firstName} nu
            </b>
            , sinds {clock(other.since)} uur.
          </p>
        </div>
      )}
      <a className="btn btn-wide btn-tel" href={reachOf(call)} onClick={() => ring(call)}>
        <Icon of={call.email ? mail : phone} />
        <span>
          {other && (call.email ? 'Toch mailen: ' : 'Toch bellen: ')}
          {call.email ? <MailWords of={call.email} /> : call.phone}
        </span>
      </a>
      <div className="say" hidden={call.email !== undefined}>
        <b>Zo kun je het zeggen</b>“Dag, met {staffName(me.name)}. Spreek ik met {firstName}?”{' '}
        <span className="muted">Is het {firstName}? Dan pas:</span> “{sayIt(call, today)}”
        <p className="small muted">
          Zeg op een voicemail alleen: ‘Met {staffName(me.name)}, wil je mij terugbellen?’
        </p>
      </div>
      {children}
      <h3>{call.kind === 'place' ? `Wat zei ${firstName}?` : `Hoe ging het met ${firstName}?`}</h3>
      <div className="acts-2 outcomes">
        {outcomesOf(call).map(([outcome, words], i) => (
          <PressButton key={outcome} second={i > 0} busy={busy} press={() => fill(call, outcome)}>
            <Icon of={icons[outcome]!} />
            <span>{words}</span>
          </PressButton>
        ))}
      </div>
      {reason === 'phoneList' && call.next && (
        <p className="small muted">
          Niet bereikt of voicemail? Dan is {call.next} aan de beurt. Belt {firstName} terug en is
          de plek er nog? Dan is hij voor {firstName}.
        </p>
      )}
      <WhyCall call={call} today={today} />
    </section>
  )
}

const lower = (s: string) => s.charAt(0).toLowerCase() + s.slice(1)

/** The reason in one sentence, and who rang before. */
export const WhyCall = ({ call, today }: { call: Call; today: string }) => (
  <details className="fold">
    <summary>
      Waarom deze persoon?
      <Icon of={down} />
    </summary>
    <p>{[sayWhyCall(call), ...call.attempts.map(a => sayAttempt(a, today))].join(' ')}</p>
  </details>
)
