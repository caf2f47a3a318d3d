import { use } from 'react'
import { useSession, useSignedIn } from '../../../layout/session'
import { useStore, type Extra, type Head, type PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import { titleWarning } from '../../../ui/titleWarning'
import { FormPage } from './FormPage'
import { NoSignUp } from './NoSignUp'
import { refusal } from './useRefused'
import { StillRoom, WaitlistForm } from './WaitlistForm'
import { WaitTerms } from './WaitRules'

type Data = PageData<'agenda/signup/WaitlistPage'>

/** The form to wait; whoever receives people sees the list here. */
export default function WaitlistPage(props: PageProps<Data>) {
  const { user } = useSession(useSignedIn())
  return user?.roles.some(r => door.includes(r)) ? <ForStaff /> : <ForVisitors {...props} />
}

const door = ['gastheer', 'begeleider', 'coordinator']

function ForStaff() {
  const gate = use(useStore().part('gate'))
  return gate ? <gate.StaffGate page={{ path: '', staff: true }} /> : null
}

function ForVisitors({ data: { date }, form, flash, ticket }: PageProps<Data>) {
  const refused = refusal({ form, flash })
  const asks = !refused && (form !== undefined || date.status === 'waitlist')
  const room = !refused && (date.status === 'open' || date.status === 'few')
  return (
    <FormPage title="Wachtlijst" date={date} said={!asks && !room}>
      {asks ? (
        <>
          <WaitlistForm key={date.id} date={date} form={form} ticket={ticket} />
          <WaitTerms times={date.form.waitTimes} />
        </>
      ) : room ? (
        <StillRoom date={date} />
      ) : (
        <NoSignUp date={date} refused={refused} />
      )}
    </FormPage>
  )
}

WaitlistPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Wachtlijst',
  neutral: true,
  robots: 'noindex',
  description: 'Je plek op de wachtlijst.',
})
