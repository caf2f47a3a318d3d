import { useRef, useState } from 'react'
import { ChoiceField } from '../../../staff/fields'
import { PressButton } from '../../../ui/PressButton'
import { ActError } from '../../../staff/ActError'
import { useFocusOn } from '../../../ui/useFocusOn'
import { sayRefused, ticks, tickWords, type Desk, type Tick } from './consent'

const parts = ticks.filter(t => t !== 'text')

/**
 * What the teller takes back, at once: all of it, or one tick. The one thing here that cannot be
 * undone, so it asks.
 */
export function TakeAway({ desk, done }: { desk: Desk; done(): void }) {
  const [what, setWhat] = useState('')
  const [asked, ask] = useState(0)
  const question = useFocusOn<HTMLParagraphElement>(asked)
  const button = useRef<HTMLButtonElement>(null)
  const stop = () => {
    ask(0)
    requestAnimationFrame(() => button.current?.focus())
  }
  const c = desk.known.is === 'known' ? desk.known.consent : undefined
  if (!c?.version) return null
  const go = () =>
    void desk.withdraw(what === 'all' ? [] : [what as Tick]).then(ok => {
      if (!ok) return
      ask(0)
      setWhat('')
      done()
    })
  const options = [
    ['all', 'Het hele verhaal'] as const,
    ...parts.filter(t => c.ticks[t]).map(t => [t, `Alleen: ${tickWords[t]}`] as const),
  ]
  return (
    <section className="box" aria-labelledby="intrekken">
      <h2 id="intrekken">De verteller trekt het in</h2>
      <p>
        Dit werkt meteen, overal op de site. Mails die al verstuurd zijn, kunnen we niet terughalen.
      </p>
      <ChoiceField
        name="withdraw"
        label="Wat haal je weg?"
        options={options}
        value={what}
        onChange={next => {
          setWhat(next)
          ask(0)
        }}
      />
      {asked === 0 ? (
        <p>
          <PressButton danger off={!what} of={button} press={() => ask(n => n + 1)}>
            Haal nu weg
          </PressButton>
        </p>
      ) : (
        <div className="stack">
          <p ref={question} tabIndex={-1}>
            <strong>
              {what === 'all'
                ? "Het verhaal, de foto's en alle eerdere versies worden gewist."
                : `"${tickWords[what as Tick]}" wordt ingetrokken.`}
            </strong>{' '}
            Dit kun je niet ongedaan maken.
          </p>
          <p className="row">
            <PressButton danger busy={desk.busy === 'withdraw'} press={go}>
              Ja, haal weg
            </PressButton>
            <PressButton second press={stop}>
              Nee, laat staan
            </PressButton>
          </p>
        </div>
      )}
      <ActError>{desk.refusal && desk.refused === 'withdraw' && sayRefused(desk.refusal)}</ActError>
    </section>
  )
}
