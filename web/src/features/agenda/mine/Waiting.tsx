import { fullDay } from '../../../api/moment'
import { api } from '../../../api/client'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import type { Extra, Flash } from '../../../page'
import * as to from '../../../paths'
import { PageLink } from '../../../ui/PageLink'
import { text } from '../../../ui/values'
import { When } from '../programme/When'
import { ChangeEntryForm } from './ChangeEntryForm'
import { aheadWords, aloneWords, answerWords, stateWords } from './entryWords'
import { holding, overviewOf, useNews, type Entry } from './holder'
import { News } from '../programme/News'
import { Cancelled } from '../programme/Cancelled'
import { OldRoom } from '../programme/Moved'
import { WaitTerms } from '../signup/WaitRules'
import { PressForm } from './PressForm'
import { Soon } from './Soon'

interface Props extends Extra {
  token: string
  own: string
  entry: Entry
  flash?: Flash | undefined
}

/** One waitlist entry as its holder sees it, with the offer when there is one. */
export function Waiting(props: Props) {
  const { token, entry: e, flash, form } = props
  const all = overviewOf(token)
  const just = answerWords(flash?.kind, e.state)
  const onList = e.state === 'waiting' || e.state === 'offered'
  return (
    <div className="stack-l own">
      {all && <PageLink to={all}>Naar al je aanmeldingen</PageLink>}
      <h1>Wachtlijst</h1>
      <News>{just}</News>
      <Soon until={e.linkUntil} mailed={e.email !== undefined} />
      <section className="panel" aria-labelledby="box">
        <h2 id="box" className="box-title">
          {e.date.title}
        </h2>
        <When line={e.date} />
        <p>
          <OldRoom line={e.date} />
          {e.place}
        </p>
        {e.state === 'offered' && aloneWords(e) && (
          <p>
            <strong>{aloneWords(e)}</strong>
          </p>
        )}
        {(!just || onList) && (
          <p>
            <strong>{stateWords(e)}</strong>
          </p>
        )}
        {e.state === 'waiting' && (
          <p>
            {aheadWords(e.ahead)} Komt er een plek vrij, dan{' '}
            {e.preferredWay === 'mail' ? 'mailen' : 'bellen'} we je.
          </p>
        )}
        {e.state === 'accepted' && (
          <p>
            {e.preferredWay === 'mail'
              ? 'Je krijgt een e-mail met een link om te veranderen of af te melden.'
              : 'Wil je iets veranderen? Bel ons.'}
          </p>
        )}
        {e.state === 'closed' && <Cancelled line={e.date} />}
      </section>
      {e.state === 'offered' && <Answers {...props} />}
      {onList && <Leave {...props} />}
      {(e.canChange || form?.name === 'changeEntry') && <Change {...props} />}
      <p>
        <Phone before="Liever bellen? " after="." />
      </p>
      {onList && <WaitTerms times={e.times} way={e.preferredWay} />}
      <Again entry={e} />
      <section className="stack">
        <h2>Dit bewaren we</h2>
        <p>
          We bewaren je naam ({e.name}), hoe we je bereiken en je keuzes tot {fullDay(e.keptUntil)}.
          Daarna wissen we het.
        </p>
        <p>
          <PageLink className="btn btn-danger" to={to.entry(token, 'wissen')}>
            Wis alles van mij
          </PageLink>
        </p>
        <p>
          Heb jij dit niet ingevuld?{' '}
          <PageLink to={to.entry(token, 'niet-ik')}>Dit was ik niet</PageLink>
        </p>
      </section>
    </div>
  )
}

const choices = [
  ['accept', 'accepted', 'Ja, ik kom', {}],
  ['decline', 'declined', 'Nee, dank je', { second: true }],
  ['defer', 'deferred', 'Nog even wachten', { second: true }],
] as const

/** The three answers to an offer, each its own form. "Nog even wachten" can be said once. */
function Answers({ token, own, entry: e, form, ticket }: Props) {
  const tell = useNews(own)
  return (
    <div className="row answers-row">
      {choices
        .filter(([answer]) => answer !== 'defer' || e.canDefer)
        .map(([answer, kind, button, look]) => (
          <PressForm<Entry>
            key={answer}
            name="answer"
            button={button}
            look={look}
            ticket={ticket}
            hidden={{ answer, offerId: e.offer?.id ?? '' }}
            form={form && text(form.values, 'answer') === answer ? form : undefined}
            done={answered => tell(answered.late ? 'late' : kind)}
            send={async key =>
              sent(
                await api.POST('/api/waitlist-entry/answer', {
                  params: { header: holding(token, key) },
                  body: { answer, offerId: e.offer?.id ?? '' },
                }),
              )
            }
          />
        ))}
    </div>
  )
}

function Leave({ token, own, form, ticket }: Props) {
  const tell = useNews(own)
  return (
    <PressForm
      name="leave"
      button="Haal mij van de lijst"
      look={{ second: true }}
      form={form}
      ticket={ticket}
      done={() => tell('left')}
      send={async key =>
        sent(await api.DELETE('/api/waitlist-entry', { params: { header: holding(token, key) } }))
      }
    />
  )
}

function Change({ token, own, entry, form, ticket }: Props) {
  const tell = useNews(own, to.entry)
  return (
    <details className="terms" open={form?.name === 'changeEntry'}>
      <summary>Verander mijn gegevens</summary>
      <div>
        <ChangeEntryForm
          token={token}
          entry={entry}
          form={form}
          ticket={ticket}
          done={({ link }) => tell('changed', link)}
        />
      </div>
    </details>
  )
}

/** After a no, a second expiry or leaving, somebody may join again at the end of the list. */
function Again({ entry: { state, date } }: { entry: Entry }) {
  if (!['declined', 'expired', 'unreached', 'left'].includes(state)) return null
  if (date.status === 'waitlist')
    return (
      <p>
        <PageLink to={to.waitlist(date.id)}>Weer op de wachtlijst</PageLink>
      </p>
    )
  return date.status === 'open' || date.status === 'few' ? (
    <p>
      Er is nu plek. <PageLink to={to.register(date.activityId, date.id)}>Meld je aan</PageLink>
    </p>
  ) : null
}
