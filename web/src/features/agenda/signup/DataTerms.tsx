import { some } from '../../../api/count'
import { Phone } from '../../../layout/Phone'

interface Props {
  /** What is kept: "je aanmelding" or "je plek op de lijst". */
  what: string
  /** Days after the activity that it is kept. */
  days: number
  /** Days that answers about support and food are kept; absent when they are not asked. */
  wishDays?: number | undefined
}

/** How long things are kept, in plain words, on the form itself. */
export function DataTerms({ what, days, wishDays }: Props) {
  return (
    <details className="fold">
      <summary>Wat doen we met je gegevens?</summary>
      <div>
        <p>
          Dat je ons bezoekt, zegt soms iets over je gezondheid. Daarom gaan we er extra zorgvuldig
          mee om.
        </p>
        <ul className="list">
          <li>
            We gebruiken je naam en je adres of nummer om je plek te bewaren. Ook vertellen we je
            daarmee als er iets verandert.
          </li>
          <li>
            Alleen wie ontvangt, de begeleider en de coördinator zien dat. Op de dag zelf ook onze
            andere gastvrouwen en gastheren.
          </li>
          <li>
            We wissen {what} {some(days, 'dag', 'dagen')} na de activiteit.
          </li>
          {wishDays !== undefined && (
            <li>
              Wat je schrijft over steun of eten wissen we al na {some(wishDays, 'dag', 'dagen')}.
            </li>
          )}
          <li>
            Dat we je een mail stuurden, onthouden we 30 dagen. De tekst van de mail bewaren we
            niet.
          </li>
          <li>Uit onze reservekopieën verdwijnt alles 30 dagen later.</li>
          <li>Daarna bewaren we alleen aantallen, zonder namen.</li>
          <li>
            Welke bedrijven ons helpen, staat in ons Privacybeleid. Verder gaan je gegevens naar
            niemand.
          </li>
        </ul>
        <p>
          Je kunt alles zelf bekijken, veranderen en wissen. Dat kan met de link in je e-mail. Geen
          e-mail? <Phone before="Bel ons op " after="." />
        </p>
      </div>
    </details>
  )
}
