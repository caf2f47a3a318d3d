import { api } from '../../../api/client'
import { fullDay } from '../../../api/moment'
import { sent } from '../../../api/visitor'
import { Phone } from '../../../layout/Phone'
import * as to from '../../../paths'
import { Icon } from '../../../ui/Icon'
import { PageLink } from '../../../ui/PageLink'
import { text } from '../../../ui/values'
import { calendarPlus } from '../../../programme/calendarIcon'
import { CalledOff } from './CalledOff'
import { changeEntry, checkChangeEntry } from '../signup/person'
import { HowToTell } from '../signup/questions'
import { WaitTerms } from '../signup/WaitRules'
import { ChangeForm } from './ChangeForm'
import { aheadWords, aloneWords, answerWords, stateWords, titleOf, untilWords } from './entryWords'
import { holding, looks, useNews, type Entry } from './holder'
import { coatRack, table } from '../drawn'
import { Own, type OwnProps } from './Own'
import { PressForm } from './PressForm'

interface Props extends OwnProps {
  entry: Entry
}

/** One waitlist entry as its holder sees it, with the offer when there is one. */
export function Waiting(props: Props) {
  const { token, entry: e, flash, form } = props
  const just = answerWords(flash?.kind, e.state)
  const onList = e.state === 'waiting' || e.state === 'offered'
  return (
    <Own
      token={token}
      of={e}
      step={to.entry}
      title={titleOf(e)}
      look={looks[e.state]}
      news={just}
      mailed={e.email !== undefined}
      drawing={e.state === 'accepted' ? table : onList ? coatRack : undefined}
      acts={<State {...props} told={just !== undefined} />}
      kept={
        <p>
          We bewaren je naam ({e.name}), hoe we je bereiken en je keuzes. Dat is tot{' '}
          {fullDay(e.keptUntil)}. Daarna wissen we het.
        </p>
      }
    >
      <Again entry={e} />
      {onList && (
        <div>
          {(e.canChange || form?.name === 'changeEntry') && <Change {...props} />}
          <details className="fold" open={form !== undefined}>
            <summary>Iets anders</summary>
            <div className="stack">
              {e.canDefer && e.state === 'offered' && <Answer {...props} of="defer" />}
              <Leave {...props} />
            </div>
          </details>
          <WaitTerms times={e.times} way={e.preferredWay} />
        </div>
      )}
    </Own>
  )
}

/** `told`: the news above says it. */
function State(props: Props & { told: boolean }) {
  const { entry: e, told } = props
  const byMail = e.preferredWay === 'mail'
  switch (e.state) {
    case 'waiting':
      return (
        <p>
          {aheadWords(e.ahead)} Komt er een plek vrij, dan {byMail ? 'mailen' : 'bellen'} we je.
        </p>
      )
    case 'offered':
      return (
        <>
          {aloneWords(e) && <p>{aloneWords(e)}</p>}
          <p>{untilWords(e)}</p>
          <div className="pair">
            <Answer {...props} of="accept" />
            <Answer {...props} of="decline" />
          </div>
        </>
      )
    case 'accepted':
      return (
        <>
          <p>
            {!told && stateWords(e) + ' '}
            {byMail
              ? 'Je krijgt een e-mail met een link om te veranderen of af te melden.'
              : 'Wil je iets veranderen? Bel ons.'}
          </p>
          <a className="btn btn-wide" href={to.dateCalendar(e.date.id)} download>
            <Icon of={calendarPlus} />
            Zet in mijn agenda
          </a>
        </>
      )
    default:
      return (
        <>
          {!told && <p>{stateWords(e)}</p>}
          {e.state === 'closed' && <CalledOff line={e.date} />}
        </>
      )
  }
}

const answers = {
  accept: ['accepted', 'Ja, ik kom'],
  decline: ['declined', 'Nee, dank je'],
  defer: ['deferred', 'Nog even wachten'],
} as const

/** One answer to an offer, a form of its own. "Nog even wachten" can be said once. */
function Answer({ token, own, entry: e, form, ticket, of }: Props & { of: keyof typeof answers }) {
  const tell = useNews(own)
  const [kind, button] = answers[of]
  const body = { answer: of, offerId: e.offer?.id ?? '' }
  return (
    <PressForm<Entry>
      name="answer"
      button={button}
      look={{ wide: of !== 'defer', second: of !== 'accept' }}
      ticket={ticket}
      hidden={body}
      form={form && text(form.values, 'answer') === of ? form : undefined}
      done={answered => tell(answered.late ? 'late' : kind)}
      send={async key =>
        sent(
          await api.POST('/api/waitlist-entry/answer', {
            params: { header: holding(token, key) },
            body,
          }),
        )
      }
    />
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

function Change({ token, own, entry: e, form, ticket }: Props) {
  const tell = useNews(own, to.entry)
  return (
    <ChangeForm<Entry>
      token={token}
      name="changeEntry"
      of={e}
      start={{ preferredWay: e.preferredWay, shortNotice: String(e.shortNotice) }}
      check={checkChangeEntry}
      send={async (v, header) =>
        sent(await api.PATCH('/api/waitlist-entry', { params: { header }, body: changeEntry(v) }))
      }
      again={async header => (await api.GET('/api/waitlist-entry', { params: { header } })).data}
      done={({ link }) => tell('changed', link)}
      form={form}
      ticket={ticket}
    >
      <HowToTell />
      {e.guests > 0 && (
        <p>
          We zoeken {e.guests + 1} plekken.{' '}
          <Phone before="Kom je met meer of minder mensen? Bel " after="." />
        </p>
      )}
    </ChangeForm>
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
