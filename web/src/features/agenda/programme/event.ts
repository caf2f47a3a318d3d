import type { ActivityDate } from '../../../programme/words'

const schema = 'https://schema.org/'

/**
 * The date as search engines read it: schema.org Event. A series is one event, from its first
 * meeting to its last.
 */
export function eventJson(d: ActivityDate): object {
  const site = d.url.slice(0, d.url.indexOf('/', d.url.indexOf('//') + 2))
  const series = d.kind === 'series'
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: d.title,
    description: d.summary,
    url: d.url,
    startDate: series ? d.sessionList[0]!.start : d.start,
    endDate: series ? d.sessionList.at(-1)!.end : d.end,
    ...(d.moved && d.status !== 'cancelled' ? { previousStartDate: d.moved.start } : {}),
    eventStatus: schema + eventStatus(d),
    eventAttendanceMode: schema + 'OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: d.outside ? d.room : `Herstelruimte, ${d.room}`,
      address: d.place,
    },
    organizer: { '@type': 'Organization', name: 'Herstelruimte', url: site + '/' },
    isAccessibleForFree: d.cost === 0,
    offers: {
      '@type': 'Offer',
      price: (d.cost / 100).toFixed(2),
      priceCurrency: 'EUR',
      url: d.url,
      ...availability(d),
    },
  }
}

const eventStatus = (d: ActivityDate) =>
  d.status === 'cancelled' ? 'EventCancelled' : d.moved ? 'EventRescheduled' : 'EventScheduled'

/** Whether there is room, where that can be said. */
function availability({ status }: ActivityDate): object {
  if (['walkin', 'open', 'few'].includes(status)) return { availability: schema + 'InStock' }
  return ['full', 'waitlist'].includes(status) ? { availability: schema + 'SoldOut' } : {}
}
