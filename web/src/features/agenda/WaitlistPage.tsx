import type { Extra, Head, PageProps } from '../../page'
import type { PageData } from '../../pages'
import * as to from '../../paths'
import { careful } from '../../ui/careful'
import { Icon } from '../../ui/Icon'
import { arrowLeft } from '../../ui/icons'
import { PageLink } from '../../ui/PageLink'
import { DateBox } from './DateBox'
import { NoSignUp } from './NoSignUp'
import { StillRoom, WaitlistForm } from './WaitlistForm'
import './forms.css'

type Data = PageData<'agenda/WaitlistPage'>

export default function WaitlistPage({ data: { date }, form, ticket }: PageProps<Data>) {
  const room = date.status === 'open' || date.status === 'few'
  return (
    <div className="wrap page">
      <PageLink className="back" to={to.activity(date.activityId, date.id)}><Icon of={arrowLeft} />Naar de activiteit</PageLink>
      <h1>Wachtlijst</h1>
      <div className="grid split under-title">
        <aside className="aside-first"><DateBox date={date} /></aside>
        <div className="stack-l">
          {form || date.status === 'waitlist' ? <WaitlistForm key={date.id} date={date} form={form} ticket={ticket} />
            : room ? <StillRoom date={date} /> : <NoSignUp date={date} />}
        </div>
      </div>
    </div>
  )
}

WaitlistPage.head = (_: Data, __: Record<string, string>, { form }: Extra): Head => ({
  title: (form ? careful : '') + 'Wachtlijst', neutral: true, robots: 'noindex', description: 'Je plek op de wachtlijst.',
})
