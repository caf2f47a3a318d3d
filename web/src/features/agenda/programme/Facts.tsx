import { some } from '../../../api/count'
import type { ReactNode } from 'react'
import { capital } from '../../../api/moment'
import { Icon } from '../../../ui/Icon'
import { calendarDays, mapPin, openSign } from '../../../programme/icons'
import { clipboardList, coffee, euro, heartHandshake } from '../../../programme/kindIcons'
import { Place } from './Place'
import { Sessions } from './When'
import { audienceWords, costHelp, costWords } from '../../../programme/aboutWords'
import type { ActivityDate } from '../../../programme/words'

/**
 * The practical blocks, each under its question. A question without an
 * answer is left out.
 */
export const Facts = ({ date: d }: { date: ActivityDate }) => (
  <div className="facts date-facts">
    {d.kind === 'series' && (
      <Fact icon={calendarDays} question="Wanneer?">
        <p>
          {some(d.sessions, 'bijeenkomst', 'bijeenkomsten')}.
          {d.status !== 'staffOnly' && ' Je meldt je aan voor de hele reeks.'}
        </p>
        <Sessions list={d.sessionList} />
      </Fact>
    )}
    <Fact icon={mapPin} question="Waar?">
      <Place date={d} />
    </Fact>
    {d.audience.length > 0 && (
      <Fact icon={heartHandshake} question="Voor wie?">
        <p>{audienceWords(d.audience)}</p>
      </Fact>
    )}
    <Fact icon={euro} question="Wat kost het?">
      <p>{cost(d)}</p>
    </Fact>
    {d.bring && (
      <Fact icon={clipboardList} question="Wat neem je mee?">
        <p>{d.bring}</p>
      </Fact>
    )}
    <Fact icon={coffee} question="Wie ontvangt je?">
      <p>
        {d.host === 'partner'
          ? 'Iemand van een organisatie waar we mee samenwerken.'
          : (d.host ?? 'Iemand van ons team.')}
      </p>
    </Fact>
    {d.facts.length > 0 && (
      <Fact icon={openSign} question="Kan ik er goed komen?">
        <p>{d.facts.map(f => factWords[f]).join(' ')}</p>
      </Fact>
    )}
  </div>
)

const factWords: Record<ActivityDate['facts'][number], string> = {
  lift: 'Er is een lift.',
  wheelchair: 'Je kunt er met een rolstoel komen.',
  adaptedToilet: 'Er is een aangepast toilet.',
  hearingLoop: 'Er is een ringleiding.',
  lowStimulus: 'De ruimte is prikkelarm.',
  assistanceDog: 'Een hulphond mag mee.',
  easyDutch: 'We praten rustig, in gewone woorden.',
  english: 'Je mag ook Engels praten.',
  signLanguage: 'Er is een tolk gebarentaal.',
}

const Fact = ({
  icon,
  question,
  children,
}: {
  icon: string
  question: string
  children: ReactNode
}) => (
  <section>
    <h2>
      <Icon of={icon} />
      {question}
    </h2>
    {children}
  </section>
)

function cost(d: ActivityDate): string {
  const words = costWords(d)
  return `${capital(words)}.${costHelp(d)}`
}
