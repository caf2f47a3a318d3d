import { api } from '../../../api/client'
import { clock } from '../../../api/moment'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import type { Extra, Flash } from '../../../page'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import { ChangeForm } from './ChangeForm'
import { Sessions, When } from '../programme/When'
import { holding, overviewOf, useNews, type Registration } from './holder'
import { calendarPlus } from '../../../programme/calendarIcon'
import { mapPin } from '../../../programme/icons'
import { Kept } from './Kept'
import { OldRoom } from '../programme/Moved'
import { News } from '../programme/News'
import { Cancelled } from '../programme/Cancelled'
import { PressForm } from './PressForm'
import { Soon } from './Soon'
import { Badge } from '../../../programme/Status'
import { movedWords } from '../../../programme/words'

interface Props extends Extra {
  token: string
  own: string
  registration: Registration
  flash?: Flash | undefined
}

const farewell = 'Fijn dat je het laat weten. Een reden hoeft niet. Je bent altijd weer welkom.'

const news: Record<string, string> = {
  restored: 'Fijn dat je toch komt. Je plek is weer geregeld.',
  changed: 'Je gegevens zijn veranderd.',
  cancelled: 'Je bent afgemeld.',
  putBack: 'Je e-mailadres staat er weer.',
}

/**
 * One sign-up as its holder sees it: what, when, what we keep, and a button for everything that can
 * be done.
 */
export function SignedUp(props: Props) {
  const { token, registration: r, flash } = props
  const moved = movedWords(r.date)
  const all = overviewOf(token)
  const justCancelled = flash?.kind === 'cancelled' && r.status === 'cancelled'
  return (
    <div className="stack-l own">
      {all && <PageLink to={all}>Naar al je aanmeldingen</PageLink>}
      <h1>Je aanmelding</h1>
      <News more={justCancelled ? farewell : undefined}>{news[flash?.kind ?? '']}</News>
      <Soon until={r.linkUntil} mailed={r.email !== undefined && !r.noMail} />
      <section className="panel" aria-labelledby="box">
        <h2 id="box" className="box-title">
          {r.date.title}
        </h2>
        <When line={r.date} />
        {moved && (
          <p>
            <Badge look="few" icon={mapPin}>
              {moved}
            </Badge>
          </p>
        )}
        <p>
          <OldRoom line={r.date} />
          {r.place}
        </p>
        <Sessions list={r.sessionList} />
        {!justCancelled && <State registration={r} />}
        {r.status === 'registered' && (
          <p>
            <a className="more" href={to.registrationCalendar(token)} download>
              <Icon of={calendarPlus} />
              Zet in mijn agenda
            </a>
          </p>
        )}
      </section>
      <Restore {...props} />
      {r.canCancel && (
        <p>
          <PageLink className="btn" to={to.registration(token, 'afmelden')}>
            Ik kan niet komen
          </PageLink>
        </p>
      )}
      {r.canChange && <Change {...props} />}
      <Kept registration={r} />
      <div className="row">
        <a className="btn btn-2" href={to.registrationData(token)} download>
          Download mijn gegevens
        </a>
        <PageLink className="btn btn-danger" to={to.registration(token, 'wissen')}>
          Wis alles van mij
        </PageLink>
      </div>
      <p>
        Heb jij dit niet ingevuld?{' '}
        <PageLink to={to.registration(token, 'niet-ik')}>Dit was ik niet</PageLink>
      </p>
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
    </div>
  )
}

function State({ registration: r }: { registration: Registration }) {
  switch (r.status) {
    case 'registered':
      return (
        <p>
          <strong>Je bent aangemeld.</strong>{' '}
          {r.guests > 0 &&
            `Er ${r.guests === 1 ? 'komt iemand' : `komen ${r.guests} mensen`} met je mee.`}
          {!r.canCancel && ' Deze activiteit is al begonnen. Afmelden hoeft niet meer.'}
        </p>
      )
    case 'cancelled':
      return (
        <p>
          <strong>Je bent afgemeld.</strong> {farewell}
        </p>
      )
    case 'cancelledByHouse':
      return (
        <>
          <p>
            <strong>Gaat niet door.</strong>
          </p>
          <Cancelled line={r.date} />
        </>
      )
    case 'attended':
      return (
        <p>
          <strong>Je was erbij.</strong> Fijn dat je er was.
        </p>
      )
    case 'absent':
      return (
        <p>
          <strong>Je was er niet bij.</strong> Je bent altijd weer welkom.
        </p>
      )
  }
}

/** "Toch komen?": ten minutes long, and only while the place is free. */
function Restore({ token, own, registration: r, form, ticket }: Props) {
  const tell = useNews(own)
  if (r.restoreUntil === undefined && form?.name !== 'restore') return null
  return (
    <div className="stack">
      {r.restoreUntil && (
        <p>
          Kom je toch? Dat kan 10 minuten lang, tot {clock(r.restoreUntil)} uur. Je plek moet dan
          nog vrij zijn.
        </p>
      )}
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
    </div>
  )
}

function Change({ token, own, registration, form, ticket }: Props) {
  const tell = useNews(own)
  return (
    <details className="terms" open={form?.name === 'change'}>
      <summary>Verander mijn gegevens</summary>
      <div>
        <ChangeForm
          token={token}
          registration={registration}
          form={form}
          ticket={ticket}
          done={({ link }) => tell('changed', link)}
        />
      </div>
    </details>
  )
}
