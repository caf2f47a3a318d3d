import { useNavigate } from '../../../router'
import { api } from '../../../api/client'
import type { components } from '../../../api/schema.gen'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import { useHouseForm } from '../../../layout/useHouseForm'
import { passFlash, type Extra } from '../../../page'
import * as to from '../../../paths'
import { Choice } from '../../../ui/Choice'
import { Choices } from '../../../ui/Choices'
import { Form } from '../../../ui/Form'
import { PersonFields } from '../../../ui/PersonFields'
import { onceBy } from '../../../ui/stamp'
import { SubmitButton } from '../../../ui/SubmitButton'
import { useForm } from '../../../ui/useForm'
import { text } from '../../../ui/values'
import type { VisitorForm } from '../../../ui/useVisitorForm'
import { checkSignUp, meetBy, said, signUp, wayOf } from './bodies'
import { DataTerms } from './DataTerms'
import { NoRoom } from './NoRoom'
import { Diet, Guests, Support, yesNo } from './questions'
import { signUpWords } from './trouble'
import { useRefused } from './useRefused'
import { labels } from './words'

type DateOf = components['schemas']['Date']

const signMeUp = 'Meld mij aan'
const putMeOnList = 'Zet mij op de wachtlijst'

interface Props extends Extra {
  date: DateOf
  /** How many places a refused sending found. */
  found(free: number | undefined): void
}

/**
 * The sign-up form. When it turns out full, the same form goes to the
 * waitlist with one press.
 */
export function RegisterForm({ date, form, ticket, found }: Props) {
  const go = useNavigate()
  const refused = useRefused()
  const wanted = form?.name === 'register' ? text(form.values, 'ifFull') : ''
  const f: VisitorForm = useHouseForm({
    name: 'register',
    draft: 'register:' + date.id,
    echo: form,
    ticket,
    words: signUpWords,
    check: checkSignUp,
    button: pressed => ((pressed || wanted) === 'waitlist' ? putMeOnList : signMeUp),
    send: async (v, stamp, pressed) =>
      sent(
        await api.POST('/api/occurrences/{o}/registrations', {
          params: {
            path: { o: date.id },
            query: { activity: date.activityId },
            header: onceBy(stamp),
          },
          body: signUp(v, stamp, date.form, pressed === 'waitlist' ? 'waitlist' : 'tell'),
        }),
      ),
    refused(trouble) {
      found(trouble.free)
      return refused(trouble)
    },
    done(answer, v) {
      const waiting = answer.status === 'waiting'
      void go(
        to.sequel(date.activityId, date.id, waiting),
        passFlash({
          name: text(v, 'name').trim(),
          kind: answer.status,
          way: wayOf(v),
          ...(date.meetFirst && !waiting && { meet: meetBy(v) }),
          said: said(v),
        }),
      )
    },
  })
  const full = f.problem?.code === 'full' ? (f.problem.free ?? 0) : undefined
  const toList = full === 0 || (f.pressed || wanted) === 'waitlist'
  // Two buttons that say what to do when full: then the pressed one tells, instead of the hidden
  // field.
  const choice = full !== undefined && full > 0
  return (
    <Form
      form={f}
      open
      className="form"
      above={full === undefined ? undefined : <NoRoom free={full} button={putMeOnList} />}
      hidden={{
        consentVersion: date.form.consent.version,
        ...(choice ? {} : { ifFull: toList ? 'waitlist' : 'tell' }),
      }}
    >
      {full === 0 ? (
        <h2>Dit heb je ingevuld</h2>
      ) : (
        <p>Vul alle vragen in. Hoeft een vraag niet? Dan staat dat erbij.</p>
      )}
      <Questions date={date} />
      <div className="stack">
        {full !== 0 && (
          <SubmitButton
            wide
            {...(choice ? { name: 'ifFull', value: 'tell' } : toList ? { value: 'waitlist' } : {})}
          >
            {toList && !choice ? putMeOnList : signMeUp}
          </SubmitButton>
        )}
        {choice && (
          <SubmitButton wide second name="ifFull" value="waitlist">
            Zet ons samen op de wachtlijst
          </SubmitButton>
        )}
        <p>
          <Phone
            before="Liever niet via internet? Bel "
            after=" of loop binnen. Dan schrijven wij je in."
          />
        </p>
      </div>
    </Form>
  )
}

function Questions({ date }: { date: DateOf }) {
  const { values } = useForm()
  const shape = date.form
  return (
    <>
      <PersonFields
        emailHint="Voor de bevestiging en als er iets verandert."
        phoneHint="We bellen alleen over deze activiteit."
      />
      {date.meetFirst && text(values, 'firstTime') !== 'false' && (
        <p className="small muted">We bellen of mailen je kort vóór de eerste keer.</p>
      )}
      <Choice name="noMail" hint="Gaat iets niet door? Dan zie je dat op de site." when="email">
        Stuur mij geen mail. Ik kijk zelf op de site, of ik bel jullie.
      </Choice>
      <Choices
        name="forOther"
        label={labels['forOther']!}
        options={[
          ['false', 'Mijzelf'],
          ['true', 'Iemand anders'],
        ]}
        start="false"
      />
      <Choices
        name="otherKnows"
        label="Weet die persoon hiervan?"
        options={yesNo}
        when="forOther"
      />
      <Guests most={shape.maxGuests} />
      <Choices
        name="firstTime"
        label={labels['firstTime']!}
        hint={date.meetFirst ? 'Dan weten we of we je vooraf spreken.' : 'Dan vangen we je op.'}
        options={yesNo}
        optional={!date.meetFirst}
      />
      {shape.askSupport && <Support days={shape.supportDays} />}
      {shape.askDiet && <Diet />}
      {shape.askReminder && (
        <Choice name="reminder">Stuur mij een dag van tevoren een herinnering</Choice>
      )}
      <div>
        <Choice name="consent" required>
          {shape.consent.text}
        </Choice>
        <DataTerms
          what="je aanmelding"
          days={shape.keepDays}
          wishDays={shape.askSupport || shape.askDiet ? shape.supportDays : undefined}
        />
      </div>
    </>
  )
}
