import { inPairs } from '../../../api/phone'
import type { Filled as Given } from '../../../page'
import { Answer, people } from './Answer'

/** What somebody just filled in, once more. */
export const Filled = ({ of }: { of: Given }) => (
  <section className="panel">
    <h2 className="box-title">Dit heb je ingevuld</h2>
    <dl className="answers">
      <Answer label="Naam">{of.name}</Answer>
      <Answer label="E-mail">{of.email}</Answer>
      <Answer label="Telefoon">{inPairs(of.phone)}</Answer>
      <Answer label="Neem je iemand mee?">{of.guests && people(Number(of.guests))}</Answer>
    </dl>
  </section>
)
