import { use } from 'react'
import { useSession, useSignedIn } from '../../../layout/session'
import { useStore, type Extra, type Head, type PageProps } from '../../../page'
import type { PageData } from '../../../pages'
import * as to from '../../../paths'
import { titleWarning } from '../../../ui/titleWarning'
import { Icon } from '../../../ui/Icon'
import { arrowLeft } from '../../../ui/icons'
import { PageLink } from '../../../ui/PageLink'
import { DateBox } from '../programme/DateBox'
import { NoSignUp } from './NoSignUp'
import { refusal } from './useRefused'
import { StillRoom, WaitlistForm } from './WaitlistForm'
import { WaitTerms } from './WaitRules'
import './forms.css'

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
    <div className="wrap page">
      <PageLink className="back" to={to.activity(date.activityId, date.id)}>
        <Icon of={arrowLeft} />
        Naar de activiteit
      </PageLink>
      <h1>Wachtlijst</h1>
      <div className="grid split under-title">
        <aside className="aside-first">
          <DateBox date={date} said={!asks && !room} />
        </aside>
        <div className="stack-l">
          {asks ? (
            <>
              <WaitTerms times={date.form.waitTimes} />
              <WaitlistForm key={date.id} date={date} form={form} ticket={ticket} />
            </>
          ) : room ? (
            <StillRoom date={date} />
          ) : (
            <NoSignUp date={date} refused={refused} />
          )}
        </div>
      </div>
    </div>
  )
}

WaitlistPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? titleWarning : '') + 'Wachtlijst',
  neutral: true,
  robots: 'noindex',
  description: 'Je plek op de wachtlijst.',
})
