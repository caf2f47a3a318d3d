import { weekdayNumber } from '../api/moment'
import type { Site } from '../pages'
import * as to from '../paths'

const english: Record<string, string> = {
  maandag: 'Monday',
  dinsdag: 'Tuesday',
  woensdag: 'Wednesday',
  donderdag: 'Thursday',
  vrijdag: 'Friday',
  zaterdag: 'Saturday',
  zondag: 'Sunday',
}
const clock = (time: string) => time.replace('.', ':')

/** The house as search engines read it, with its opening hours and the days that differ. */
export function organizationJson(site: Site): object {
  const [street, town] = site.address
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    url: to.home(),
    telephone: site.phone,
    email: site.email,
    address: [street, town].filter(Boolean).join(', '),
    openingHoursSpecification: site.hours.flatMap(h =>
      h.blocks.map(b => hours({ dayOfWeek: english[weekdayNumber(h.weekday)]! }, b)),
    ),
    specialOpeningHoursSpecification: site.exceptions.flatMap(e => {
      const on = { validFrom: e.day, validThrough: e.day }
      return e.blocks.length
        ? e.blocks.map(b => hours(on, b))
        : [hours(on, { from: '00.00', to: '00.00' })]
    }),
  }
}

const hours = (when: object, block: { from: string; to: string }) => ({
  '@type': 'OpeningHoursSpecification',
  ...when,
  opens: clock(block.from),
  closes: clock(block.to),
})
