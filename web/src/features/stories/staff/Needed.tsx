import type { Refusal } from '../../../staff/drafts'
import { Icon } from '../../../ui/Icon'
import { triangleAlert } from '../../../ui/noticeIcons'
import { PressButton } from '../../../ui/PressButton'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayNeeds } from './consent'

interface Props {
  refusal: Refusal
  turn: number
  wait(): void
  go(): void
}

/**
 * What a story still needs before it can be published; or, when nothing is missing, whether its
 * teller may sleep on it.
 */
export function Needed({ refusal, turn, wait, go }: Props) {
  const heading = useFocusOn<HTMLHeadingElement>(turn)
  const missing = sayNeeds(refusal.fields)
  if (missing.length > 0) {
    return (
      <section className="alert alert-error" role="group" aria-labelledby="verhaal-nodig">
        <Icon of={triangleAlert} />
        <div>
          <h2 id="verhaal-nodig" ref={heading} tabIndex={-1}>
            Nog niet online
          </h2>
          <ul className="list">
            {missing.map(m => (
              <li key={m}>{m}</li>
            ))}
          </ul>
        </div>
      </section>
    )
  }
  return (
    <section className="alert alert-warn" role="group" aria-labelledby="verhaal-wacht">
      <Icon of={triangleAlert} />
      <div>
        <h2 id="verhaal-wacht" ref={heading} tabIndex={-1}>
          De verteller heeft net goedgekeurd. Wil je een dag wachten?
        </h2>
        <p className="row">
          <PressButton press={wait}>Ja, ik wacht</PressButton>
          <PressButton second press={go}>
            Nee, ga door
          </PressButton>
        </p>
      </div>
    </section>
  )
}
