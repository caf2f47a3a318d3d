import { useBusy } from '../../../staff/useBusy'
import { useEffect, useRef, useState } from 'react'
import type { StaffProps } from '../../../page'
import { ActError } from '../../../staff/ActError'
import { mailName, sayMail } from '../../../staff/mailWords'
import { pressAct } from '../../../staff/press'
import { PressButton } from '../../../ui/PressButton'
import type { All, Mail } from './personWords'

const sayRefusal = (code: string) =>
  code === 'closed'
    ? 'Hier hoort geen e-mailadres meer bij.'
    : code === 'conflict'
      ? 'Deze mail is al onderweg, of kan niet opnieuw.'
      : 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'

/** The mails to somebody, how each stands, and what can be done about that. */
export function PersonMails({ auth, all }: Pick<StaffProps, 'auth'> & { all: All }) {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const [busy, during] = useBusy()
  const [wrong, say] = useState('')
  const said = useRef<HTMLParagraphElement>(null)
  const { size } = sent
  useEffect(() => {
    if (size > 0) said.current?.focus() // the button is gone
  }, [size])
  const again = async (m: Mail, row: string) => {
    say('')
    const pressed = await during(
      pressAct(
        auth,
        `/api/people/${encodeURIComponent(row)}/mails/${encodeURIComponent(m.id)}/again`,
      ),
      m.id,
    )
    if (pressed.is === 'done') setSent(was => new Set([...was, m.id]))
    else say(sayRefusal(pressed.is === 'refused' ? pressed.code : ''))
  }
  return (
    <>
      <h3>Mails aan deze persoon</h3>
      <ul className="plain">
        {all.mails.map(m => {
          const stuck = (m.state === 'failed' || m.state === 'dead') && !sent.has(m.id)
          return (
            <li key={m.id}>
              {sent.has(m.id) ? `${mailName(m)}: gaat zo weg.` : sayMail(m)}
              {stuck &&
                m.row &&
                m.why === 'address' &&
                ' Open de datum en verander daar het adres.'}
              {stuck && m.toCall && ' Het staat op de bellijst.'}
              {stuck && m.row && (
                <p className="row">
                  <PressButton
                    second
                    press={() => void again(m, m.row!)}
                    busy={busy === m.id}
                    label={`Opnieuw: ${mailName(m)}`}
                  >
                    Opnieuw
                  </PressButton>
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <p role="status" ref={said} tabIndex={-1}>
        {size > 0 && 'De mail gaat nog een keer weg.'}
      </p>
      <ActError>{wrong}</ActError>
      <p className="small muted">
        ‘Verstuurd’ betekent: de mailserver heeft hem. Of iemand hem leest, weten we niet.
      </p>
    </>
  )
}
