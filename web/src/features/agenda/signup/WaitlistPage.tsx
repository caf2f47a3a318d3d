import type { Extra, Head, PageProps } from '../../../page'
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
import './forms.css'

type Data = PageData<'agenda/signup/WaitlistPage'>

export default function WaitlistPage({ data: { date }, form, flash, ticket }: PageProps<Data>) {
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
            <WaitlistForm key={date.id} date={date} form={form} ticket={ticket} />
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
