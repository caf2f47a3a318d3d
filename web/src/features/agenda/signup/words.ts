// What the questions of a sign-up say, on every form that asks one of them.
import { choose, shorter, type Words } from '../../../api/problem'

/** The labels of questions whose sentence repeats them. */
export const labels: Record<string, string> = {
  forOther: 'Meld je jezelf aan of iemand anders?',
  guests: 'Neem je iemand mee?',
  firstTime: 'Is dit je eerste keer bij ons?',
  diet: 'Waar letten we op bij het eten?',
  preferredWay: 'Hoe laten we het je weten?',
  shortNotice: 'Kun je ook op korte termijn?',
}

export const questionWords: Words = {
  labels,
  fields: {
    otherKnows: () => 'Vraag het eerst even. We schrijven niemand in die het niet weet.',
    preferredWay: (a, m) =>
      m.code === 'invalid'
        ? 'Vul ook het adres of het nummer in dat bij je keuze hoort.'
        : choose(a, m),
    dietOther: (a, m) => (m.code === 'too_long' ? shorter(a, m) : 'Schrijf op waar we op letten.'),
  },
}
