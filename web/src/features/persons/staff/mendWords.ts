// What can be wrong with what is mended in a sign-up or a place on a list, in words.
import type { Refusal } from '../../../staff/drafts'

export const failed = 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'
export const changed =
  'Iemand anders veranderde dit intussen. Hierboven staat hoe het nu is. ' +
  'Kijk nog even na en druk nog een keer op ‘Bewaar’.'
export const gone =
  'Dit is intussen weg, of staat op een ander adres of nummer. Zoek de persoon nog een keer op.'

/** The fields of the form, in its order. */
export const order = ['name', 'email', 'phone', 'support', 'diet', 'dietOther', 'preferredWay']
const faults: Readonly<Record<string, string>> = {
  'name required': 'Vul een naam in. Een voornaam is genoeg.',
  'name too_long': 'Deze naam is te lang. Gebruik niet meer dan 60 tekens.',
  'name taken': 'Deze persoon staat hier al op de lijst, of heeft al een plek. Open de datum.',
  'email too_long': 'Dit e-mailadres is te lang. Gebruik niet meer dan 254 tekens.',
  email: 'Dit e-mailadres klopt niet. Kijk of er een @ en een punt in staan.',
  phone: 'Dit telefoonnummer klopt niet. Een Nederlands nummer heeft 10 cijfers.',
  contact: 'Vul een e-mailadres of een telefoonnummer in.',
  support: 'Deze tekst is te lang. Gebruik niet meer dan 300 tekens.',
  diet: 'Kijk dit nog even na.',
  dietOther: 'Schrijf op waar we op letten. Gebruik niet meer dan 100 tekens.',
  preferredWay: 'Daarvoor hebben we een adres of nummer nodig. Vul dat in, of kies iets anders.',
}
const refusals: Readonly<Record<string, string>> = {
  not_found: gone,
  precondition_failed: 'Iemand anders veranderde dit intussen. Zoek de persoon nog een keer op.',
  closed: 'Dit kan nu weer bij de datum zelf. Zoek de persoon nog een keer op.',
  conflict:
    'Er is nu een plek voor deze persoon. Wacht tot daar antwoord op is. Verander dan pas het ' +
    'adres, het nummer of de manier. Of open de datum, en geef de plek zelf.',
  too_large: 'Wat je typte is veel te lang. Maak het korter.',
}

/** The sentence for each field, and for what belongs to none of them: `act`. */
export const faultsOf = ({ code, fields }: Refusal): Record<string, string> =>
  fields.length === 0
    ? { act: refusals[code] ?? failed }
    : Object.fromEntries(
        fields.map(f => {
          const field = f.name === 'contact' ? 'email' : f.name
          const words = faults[`${f.name} ${f.code}`] ?? faults[f.name] ?? failed
          return [order.includes(field) ? field : 'act', words]
        }),
      )
