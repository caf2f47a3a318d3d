import { MailLink } from '../ui/MailLink'
import { Phone } from './Phone'
import { useLayout } from './site'

/** The two ways to reach us, in one sentence. */
export function Reach() {
  const { email } = useLayout()
  return (
    <>
      <Phone before="Vragen? Bel " after={email ? ' of mail naar ' : '.'} />
      {email && (
        <>
          <MailLink to={email} />.
        </>
      )}
    </>
  )
}
