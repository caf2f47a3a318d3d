import { plural } from '../../../api/count'
import { api } from '../../../api/client'
import { clock } from '../../../api/moment'
import { sent } from '../../../api/visitor'
import * as to from '../../../paths'
import { Choice } from '../../../ui/Choice'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import { calendarPlus } from '../../../programme/calendarIcon'
import { CalledOff } from './CalledOff'
import { Sessions } from '../programme/When'
import { change, checkChange } from '../signup/person'
import { Diet, Guests, Support } from '../signup/questions'
import { ChangeForm } from './ChangeForm'
import { holding, looks, statuses, useNews, type Registration } from './holder'
import { KeptAnswers } from './Kept'
import { table } from '../drawn'
import { Own, type OwnProps } from './Own'
import { PressForm } from './PressForm'

interface Props extends OwnProps {
  registration: Registration
}

const news: Record<string, string | true> = {
  restored: 'Fijn dat je toch komt. Je plek is weer geregeld.',
  changed: 'Je gegevens zijn veranderd.',
  cancelled: true,
  putBack: 'Je e-mailadres staat er weer.',
}

/** One sign-up as its holder sees it. */
export function SignedUp(props: Props) {
  const { token, registration: r, flash } = props
  return (
    <Own
      token={token}
      of={r}
      step={to.registration}
      title={statuses[r.status]}
      look={looks[r.status]}
      news={news[flash?.kind ?? '']}
      mailed={r.email !== undefined && !r.noMail}
      acts={<State {...props} />}
      kept={<KeptAnswers registration={r} />}
      drawing={r.status === 'registered' ? table : undefined}
    >
      {r.sessionList.length > 1 && (
        <section className="stack">
          <h2>Wanneer?</h2>
          <Sessions list={r.sessionList} />
        </section>
      )}
      {r.canChange && <Change {...props} />}
    </Own>
  )
}

function State(props: Props) {
  const { token, registration: r } = props
  switch (r.status) {
    case 'registered':
      return (
        <>
          {r.ownSentence && <p>{r.ownSentence}</p>}
          {r.guests > 0 && (
            <p>Er {plural(r.guests, 'komt iemand', `komen ${r.guests} mensen`)} met je mee.</p>
          )}
          {!r.canCancel && <p>Deze activiteit is al begonnen. Afmelden hoeft niet meer.</p>}
          <div className="row">
            <a className="btn" href={to.registrationCalendar(token)} download>
              <Icon of={calendarPlus} />
              Zet in mijn agenda
            </a>
            {r.canCancel && (
              <PageLink className="btn btn-2" to={to.registration(token, 'afmelden')}>
                Ik kan niet komen
              </PageLink>
            )}
          </div>
        </>
      )
    case 'cancelled':
      return (
        <>
          <p>Fijn dat je het laat weten. Een reden hoeft niet. Je bent altijd weer welkom.</p>
          <Restore {...props} />
        </>
      )
    case 'cancelledByHouse':
      return <CalledOff line={r.date} />
    case 'attended':
      return <p>Fijn dat je er was.</p>
    case 'absent':
      return <p>Je bent altijd weer welkom.</p>
  }
}

/** "Toch komen?": ten minutes long, and only while the place is free. */
function Restore({ token, own, registration: r, form, ticket }: Props) {
  const tell = useNews(own)
  if (r.restoreUntil === undefined && form?.name !== 'restore') return null
  return (
    <>
      <PressForm
        form={form}
        ticket={ticket}
        name="restore"
        button="Toch komen?"
        done={() => tell('restored')}
        help={
          <p>
            <PageLink to={to.waitlist(r.date.id)}>Naar de wachtlijst</PageLink>
          </p>
        }
        send={async key =>
          sent(
            await api.POST('/api/registration/restore', {
              params: { header: holding(token, key) },
            }),
          )
        }
      />
      {r.restoreUntil && (
        <p>
          Kom je toch? Dat kan 10 minuten lang, tot {clock(r.restoreUntil)} uur. Je plek moet dan
          nog vrij zijn.
        </p>
      )}
    </>
  )
}

function Change({ token, own, registration: r, form, ticket }: Props) {
  const tell = useNews(own)
  return (
    <ChangeForm<Registration>
      token={token}
      name="change"
      of={r}
      start={{
        guests: String(r.guests),
        support: r.support ?? '',
        diet: r.diet?.choices ?? [],
        dietOther: r.diet?.other ?? '',
        reminder: r.reminder ? 'true' : '',
      }}
      check={checkChange}
      send={async (v, header) =>
        sent(await api.PATCH('/api/registration', { params: { header }, body: change(v) }))
      }
      again={async header => (await api.GET('/api/registration', { params: { header } })).data}
      done={({ link }) => tell('changed', link)}
      form={form}
      ticket={ticket}
    >
      <Guests most={r.maxGuests} />
      {r.askSupport && <Support days={r.supportDays} />}
      {r.askDiet && <Diet />}
      {r.askReminder && (
        <Choice name="reminder">Stuur mij een dag van tevoren een herinnering</Choice>
      )}
    </ChangeForm>
  )
}
