// "Wis alles van mij" and "Dit was ik niet": the same two questions on a sign-up and on a waitlist
// entry.
import type { Extra } from '../../../page'
import { agenda } from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { Reach } from '../../../layout/Reach'
import { eraseMine, leaveEmpty, notMe } from './holder'
import { Result } from '../programme/News'
import { PressForm } from './PressForm'
import { Question } from './Question'

interface Props extends Extra {
  token: string
  own: string
}

interface EraseProps extends Props {
  /** Whether a place becomes free. */
  place: boolean
  /** Whether this link was mailed to the address: else it reaches this sign-up alone. */
  proven: boolean
}

export function AskErase({ token, own, place, proven, ...extra }: EraseProps) {
  return (
    <Question title="Weet je het zeker?" back={own}>
      {place && <p>Je plek gaat dan naar iemand anders.</p>}
      <p>
        {proven
          ? 'We wissen alles met dit e-mailadres, ook onder een andere naam. ' +
            'Ook berichten, vrijwilligerswerk en de nieuwsbrief.'
          : 'We wissen alleen wat bij deze link hoort. Bel ons voor de rest.'}
      </p>
      <PressForm
        {...extra}
        name="erase"
        button="Ja, wis alles van mij"
        look={{ danger: true }}
        send={key => eraseMine(token, key)}
        done={() => leaveEmpty(own)}
      />
    </Question>
  )
}

export function AskNotMe({ token, own, ...extra }: Props) {
  return (
    <Question title="Dit was ik niet" back={own}>
      <p>Heb jij dit niet ingevuld? Dan halen we het weg.</p>
      <PressForm
        {...extra}
        name="notMe"
        button="Ja, haal weg"
        send={key => notMe(token, key)}
        done={() => leaveEmpty(own)}
      />
    </Question>
  )
}

/** What the own address says once after either of them. */
export function Erased({ kind }: { kind: string }) {
  const erased = kind === 'erased'
  return (
    <div className="wrap page stack">
      <Result level="h1">{erased ? 'Gewist' : 'Weggehaald'}</Result>
      <p className="lead">
        {erased
          ? 'We hebben alles gewist wat bij deze aanmelding hoorde.'
          : 'We hebben het weggehaald. Je krijgt hier geen mail meer over.'}
      </p>
      <p>
        <Reach />
      </p>
      <p>
        <PageLink className="btn" to={agenda()}>
          Bekijk het programma
        </PageLink>
      </p>
    </div>
  )
}

export const isErased = (kind: string | undefined): kind is 'erased' | 'notMe' =>
  kind === 'erased' || kind === 'notMe'
