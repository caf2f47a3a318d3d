import { useBusy } from '../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import type { ScreenProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { sayMoment } from '../../../staff/words'
import { PressButton } from '../../../ui/PressButton'
import type { Trouble } from './report'
import { sayMail, sayNext, sayTries } from './words'
import { api, asked } from '../../../staff/api/client'

interface Props {
  of: readonly Trouble[]
  /** When it was checked. */
  now: string
  auth: ScreenProps['auth']
  /** Looks afresh. */
  look(): void
}

/** The last mails that did not go out. For whom they were is nobody's business here. */
export function Mails({ of, now, auth, look }: Props) {
  const [busy, during] = useBusy()
  const [said, say] = useState('')
  const [wrong, setWrong] = useState('')
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (said) line.current?.focus() // the button goes away with its mail
  }, [said])
  const again = async (m: Trouble) => {
    setWrong('')
    say('')
    const path = { m: m.id }
    const { is } = await asked(api(auth).POST('/api/status/mails/{m}/again', { params: { path } }))
    if (is === 'done') say('De mail gaat nog een keer weg.')
    if (is === 'refused') setWrong('Deze mail kan niet opnieuw. Er is niets veranderd.')
    if (is === 'offline')
      setWrong('We kregen geen antwoord. Controleer je internet en probeer het opnieuw.')
    else look()
  }
  return (
    <section className="box" aria-labelledby="mails">
      <h2 id="mails">Mails die niet aankwamen</h2>
      <p role="status" ref={line} tabIndex={-1}>
        {said}
      </p>
      {wrong && <ActError>{wrong}</ActError>}
      {of.length === 0 ? (
        <p>Er zijn nu geen mails blijven steken.</p>
      ) : (
        <ul className="rows checks">
          {of.map(m => (
            <li key={m.id}>
              <div>
                <div className="row row-between">
                  <h3>{sayMail(m.kind)}</h3>
                  <span className="tag">{sayNext(m)}</span>
                </div>
                <p>{m.why}</p>
                <p className="small muted">
                  Laatste keer op <time dateTime={m.at}>{sayMoment(m.at, now)}</time>. {sayTries(m)}
                </p>
                {m.again && (
                  <p>
                    <PressButton
                      second
                      press={() => void during(again(m), m.id)}
                      busy={busy === m.id}
                      label={`Opnieuw: ${sayMail(m.kind)}`}
                    >
                      Opnieuw
                    </PressButton>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
