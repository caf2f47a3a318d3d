// Questions that more than one form asks.
import { some } from '../../../api/count'
import { Choices } from '../../../ui/Choices'
import { Field } from '../../../ui/Field'
import { people } from './Answer'
import { labels } from './words'

export const yesNo = [
  ['true', 'Ja'],
  ['false', 'Nee'],
] as const

export function Guests({ most }: { most: number }) {
  if (most === 0) return null
  const options = Array.from({ length: most + 1 }, (_, n) => [String(n), people(n)] as const)
  return <Choices name="guests" label={labels['guests']!} options={options} start="0" />
}

/** How and how late somebody who waits wants to hear of a place. */
export function HowToTell() {
  return (
    <>
      <Choices
        name="preferredWay"
        label={labels['preferredWay']!}
        options={[
          ['mail', 'Mail mij'],
          ['phone', 'Bel mij'],
        ]}
        when="both"
      />
      <Choices
        name="shortNotice"
        label={labels['shortNotice']!}
        hint="Soms komt er pas een paar uur van tevoren een plek vrij."
        options={yesNo}
      />
    </>
  )
}

/** `days`: how long after the activity the answer is kept. */
export function Support({ days }: { days: number }) {
  return (
    <Field
      name="support"
      label="Waar kunnen we rekening mee houden?"
      optional
      rows={4}
      hint={
        `Bijvoorbeeld de lift of een rustige plek. Schrijf geen diagnose op. ` +
        `Alleen de begeleider en de coördinator zien dat, ` +
        `en op de dag zelf wie ontvangt en onze gastvrouwen en gastheren. ` +
        `We wissen het ${some(days, 'dag', 'dagen')} na de activiteit.`
      }
    />
  )
}

const diets = [
  ['vegetarian', 'Vegetarisch'],
  ['noPork', 'Geen varkensvlees'],
  ['other', 'Anders, namelijk'],
] as const

export function Diet() {
  return (
    <>
      <Choices name="diet" label={labels['diet']!} options={diets} many optional />
      <Field name="dietOther" label="Waar letten we dan op?" when="diet" />
    </>
  )
}
