import { sayConsent } from '../../../api/consent'
import { fullDay } from '../../../api/moment'
import { Answer, people } from '../signup/Answer'
import type { Registration } from './holder'

const diets: Record<string, string> = { vegetarian: 'vegetarisch', noPork: 'geen varkensvlees' }

/** What we keep of a sign-up, and until when. */
export function KeptAnswers({ registration: r }: { registration: Registration }) {
  const diet = [...(r.diet?.choices ?? []).flatMap(c => diets[c] ?? []), r.diet?.other]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <dl className="answers">
        <Answer label="Naam">{r.name}</Answer>
        <Answer label="E-mail">{r.email}</Answer>
        <Answer label="Telefoon">{r.phone}</Answer>
        <Answer label="Bericht">{r.noMail && 'Je krijgt geen mail. Je kijkt zelf.'}</Answer>
        <Answer label="Voor wie">
          {r.forOther && 'Voor iemand anders. Die persoon weet ervan.'}
        </Answer>
        <Answer label="Neem je iemand mee?">{r.maxGuests > 0 && people(r.guests)}</Answer>
        <Answer label="Eerste keer">
          {r.firstTime !== undefined && (r.firstTime ? 'Ja' : 'Nee')}
        </Answer>
        <Answer label="Rekening mee houden">{r.support}</Answer>
        <Answer label="Eten">{diet}</Answer>
        <Answer label="Herinnering">
          {r.reminder
            ? `Je krijgt een herinnering op ${fullDay(r.remindOn)}.`
            : 'Je krijgt geen herinnering.'}
        </Answer>
        <Answer label="Toestemming">{sayConsent({ ...r.consent, source: r.source })}</Answer>
      </dl>
      <p>We bewaren dit tot {fullDay(r.keptUntil)}. Daarna wissen we het.</p>
      {r.supportUntil && (
        <p>Wat je schreef over steun of eten bewaren we korter: tot {fullDay(r.supportUntil)}.</p>
      )}
    </>
  )
}
