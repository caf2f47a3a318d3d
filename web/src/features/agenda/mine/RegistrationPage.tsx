import { useLocation } from 'react-router-dom'
import { fullDay } from '../../../api/moment'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import type { Extra, Head, PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { titleWarning } from '../../../ui/titleWarning'
import { AskErase, AskNotMe, Erased, isErased } from './Erasing'
import { holding, useNews, type Registration } from './holder'
import { PressForm } from './PressForm'
import { Question } from './Question'
import { SignedUp } from './SignedUp'
import '../signup/forms.css'

type Data = Partial<PageData<'agenda/mine/RegistrationPage'>>

/** The page behind the secret link of a sign-up, and its question pages. */
export default function RegistrationPage({
  data: { registration: r },
  params,
  flash,
  form,
  ticket,
}: PageProps<Data>) {
  const { key, search } = useLocation()
  const token = params['r']!
  const own = to.registration(token)
  const extra: Extra = { form, ticket }
  if (!r || isErased(flash?.kind)) return <Erased kind={flash?.kind ?? ''} />
  const step = new URLSearchParams(search).get('stap')
  const asked = { token, own, place: r.canCancel, ...extra }
  return (
    <div className="wrap page" key={key}>
      {step === 'wissen' ? (
        <AskErase {...asked} proven={r.proven} />
      ) : step === 'niet-ik' ? (
        <AskNotMe {...asked} />
      ) : step === 'afmelden' && r.canCancel ? (
        <AskCancel token={token} own={own} registration={r} {...extra} />
      ) : (
        <SignedUp token={token} own={own} registration={r} flash={flash} {...extra} />
      )}
    </div>
  )
}

interface AskProps extends Extra {
  token: string
  own: string
  registration: Registration
}

function AskCancel({ token, own, registration: { date }, ...extra }: AskProps) {
  const tell = useNews(own)
  return (
    <Question title={`Wil je je afmelden voor ${date.title} op ${fullDay(date.day)}?`} back={own}>
      <PressForm
        {...extra}
        name="cancel"
        button="Ja, meld mij af"
        done={() => tell('cancelled')}
        send={async key =>
          sent(await api.DELETE('/api/registration', { params: { header: holding(token, key) } }))
        }
      />
    </Question>
  )
}

RegistrationPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Je aanmelding',
  neutral: true,
  robots: 'noindex',
  description: 'Je eigen pagina.',
})
