import { useLocation } from '../../../router'
import { day } from '../../../api/moment'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import type { PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { Soft } from '../../../ui/Soft'
import { holding, ownHead, useNews, type Registration } from './holder'
import { OwnPage, type OwnProps } from './Own'
import { PressForm } from './PressForm'
import { Question } from './Question'
import { SignedUp } from './SignedUp'

type Data = Partial<PageData<'agenda/mine/RegistrationPage'>>

/** The page behind the secret link of a sign-up, and its question pages. */
export default function RegistrationPage({
  data: { registration: r },
  params,
  ...extra
}: PageProps<Data>) {
  const asks = new URLSearchParams(useLocation().search).get('stap') === 'afmelden'
  const token = params['r']!
  const given: OwnProps = { token, own: to.registration(token), ...extra }
  return (
    <OwnPage {...given} of={r} place={r?.canCancel ?? false}>
      {r && asks && r.canCancel && <AskCancel {...given} registration={r} />}
      {r && !(asks && r.canCancel) && <SignedUp {...given} registration={r} />}
    </OwnPage>
  )
}

interface AskProps extends OwnProps {
  registration: Registration
}

function AskCancel({ token, own, registration: { date }, form, ticket }: AskProps) {
  const tell = useNews(own)
  return (
    <Question
      title={<Soft>{`Wil je je afmelden voor ${date.title} op ${day(date.day)}?`}</Soft>}
      back={own}
    >
      <PressForm
        form={form}
        ticket={ticket}
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

RegistrationPage.head = ownHead()
