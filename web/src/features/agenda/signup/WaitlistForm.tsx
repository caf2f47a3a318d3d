import { useNavigate } from '../../../router'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import { useHouseForm } from '../../../layout/useHouseForm'
import { passFlash, type Extra } from '../../../page'
import * as to from '../../../paths'
import { Choice } from '../../../ui/Choice'
import { ErrorSummary } from '../../../ui/ErrorSummary'
import { Form } from '../../../ui/Form'
import { PageLink } from '../../../ui/PageLink'
import { PersonFields } from '../../../ui/PersonFields'
import { onceBy } from '../../../ui/stamp'
import { SubmitButton } from '../../../ui/SubmitButton'
import { text } from '../../../ui/values'
import { checkWaitlist, joinWaitlist, said } from './bodies'
import { DataTerms } from './DataTerms'
import { Guests, HowToTell } from './questions'
import { preferredWay } from './person'
import { signUpWords } from './trouble'
import { useRefused } from './useRefused'
import type { ActivityDate } from '../../../programme/words'

const button = 'Zet mij op de wachtlijst'

/** The form to wait for a place. */
export function WaitlistForm({ date, form, ticket }: Extra & { date: ActivityDate }) {
  const go = useNavigate()
  const refused = useRefused()
  const f = useHouseForm({
    name: 'waitlist',
    draft: 'waitlist:' + date.id,
    echo: form,
    ticket,
    button,
    words: signUpWords,
    check: checkWaitlist,
    send: async (v, stamp) =>
      sent(
        await api.POST('/api/occurrences/{o}/waitlist', {
          params: { path: { o: date.id }, header: onceBy(stamp) },
          body: joinWaitlist(v, stamp, date.form),
        }),
      ),
    refused,
    done(_, v) {
      const way = preferredWay(v) === 'mail' ? 'mail' : 'phone'
      void go(
        to.sequel(date.activityId, date.id, true),
        passFlash({ name: text(v, 'name').trim(), kind: 'waiting', way, said: said(v) }),
      )
    },
  })
  return (
    <Form
      form={f}
      open
      className="form"
      hidden={{ consentVersion: date.form.waitConsent.version, activityId: date.activityId }}
      above={
        <ErrorSummary>
          {f.problem?.code === 'conflict' && <RegisterLink date={date} />}
        </ErrorSummary>
      }
    >
      <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      <PersonFields
        emailHint="Voor de bevestiging en als er iets verandert."
        phoneHint="We bellen alleen over deze activiteit."
      />
      <HowToTell />
      <Guests most={date.form.maxGuests} />
      <div>
        <Choice name="consent" required>
          {date.form.waitConsent.text}
        </Choice>
        <DataTerms what="je plek op de lijst" days={date.form.waitKeepDays} />
      </div>
      <div className="stack">
        <SubmitButton wide>{button}</SubmitButton>
        <p>
          <Phone before="Liever bellen? " after="." />
        </p>
      </div>
    </Form>
  )
}

/** A waitlist page of a date that has places. */
export const StillRoom = ({ date }: { date: ActivityDate }) => (
  <div className="stack">
    <p className="lead">Er is nog plek! Je kunt je meteen aanmelden.</p>
    <RegisterLink date={date} />
  </div>
)

const RegisterLink = ({ date }: { date: ActivityDate }) => (
  <p>
    <PageLink className="btn" to={to.register(date.activityId, date.id)}>
      Meld je aan
    </PageLink>
  </p>
)
