import { clock, fullDay } from '../../../api/moment'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import type { PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import { holding, ownHead, useNews, type Registration } from './holder'
import { PressForm } from './PressForm'
import '../signup/forms.css'

type Data = Partial<PageData<'agenda/mine/WayBackPage'>>

/**
 * The page behind the link in the mail to an old address: one press puts the address back. It shows
 * nothing of the sign-up.
 */
export default function WayBackPage({
  data: { registration: r },
  params,
  form,
  ticket,
}: PageProps<Data>) {
  const token = params['r']!
  const tell = useNews('')
  if (!r) return null
  return (
    <div className="wrap page">
      <div className="stack own">
        <h1>Er is iets veranderd</h1>
        <p>
          Je e-mailadres is weggehaald bij een aanmelding. Heb jij dat niet gedaan? Dan zetten we je
          adres terug. Daarna werkt alleen een nieuwe link, die we naar jou mailen.
        </p>
        <p>
          Dit kan tot {fullDay(r.until)} {clock(r.until)} uur.
        </p>
        <PressForm<Registration>
          name="putBack"
          button="Ik heb dit niet veranderd"
          form={form}
          ticket={ticket}
          done={({ link }) => tell('putBack', link)}
          send={async key =>
            sent(
              await api.POST('/api/registration/way-back', {
                params: { header: holding(token, key) },
              }),
            )
          }
        />
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      </div>
    </div>
  )
}

WayBackPage.head = ownHead()
