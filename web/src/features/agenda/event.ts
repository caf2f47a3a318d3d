import type { ActivityDate } from '../../programme/words'

/** The date as search engines read it: schema.org Event. */
export function eventJson(d: ActivityDate): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: d.title,
    description: d.summary,
    startDate: d.start,
    endDate: d.end,
    ...(d.moved ? { previousStartDate: d.moved.start } : {}),
    eventStatus: 'https://schema.org/' + (d.status === 'cancelled' ? 'EventCancelled' : d.moved ? 'EventRescheduled' : 'EventScheduled'),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: `Herstelruimte, ${d.room}` },
    organizer: { '@type': 'Organization', name: 'Herstelruimte' },
    offers: { '@type': 'Offer', price: (d.cost / 100).toFixed(2), priceCurrency: 'EUR' },
  }
}
