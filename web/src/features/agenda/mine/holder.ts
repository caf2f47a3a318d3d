// Calls of the holder of a secret link. The link goes in a header, never in an API address.
import { useNavigate } from '../../../router'
import { api } from '../../../api/client'
import type { components } from '../../../api/schema.gen'
import { sent } from '../../../api/visitor'
import type { Look } from '../../../programme/words'
import { passFlash, type Extra, type Head } from '../../../page'
import { registration } from '../../../paths'
import { titleWarning } from '../../../ui/titleWarning'

export type Registration = components['schemas']['Registration']
export type Entry = components['schemas']['Entry']

/** The colour of a sign-up or an entry: yours, or not as agreed; none when it is over. */
export const looks: Partial<Record<Registration['status'] | Entry['state'], Look>> = {
  registered: 'you',
  waiting: 'you',
  offered: 'you',
  accepted: 'you',
  cancelledByHouse: 'else',
  closed: 'else',
}

/** The state of a sign-up, as the title of its page. */
export const statuses: Record<Registration['status'], string> = {
  registered: 'Je bent aangemeld',
  cancelled: 'Je bent afgemeld',
  cancelledByHouse: 'Gaat niet door',
  attended: 'Je was erbij',
  absent: 'Je was er niet bij',
}

/**
 * Headers of a call with a key; `flash` asks for the cookie that the next page from the server
 * reads.
 */
export const holding = (token: string, key: string) => ({
  Authorization: 'Aanmelding ' + token,
  'Idempotency-Key': key,
})
const telling = (token: string, key: string) => ({ ...holding(token, key), 'X-Flash': '1' })

export const eraseMine = async (token: string, key: string) =>
  sent(await api.POST('/api/erase-mine', { params: { header: telling(token, key) } }))
export const notMe = async (token: string, key: string) =>
  sent(await api.POST('/api/not-me', { params: { header: telling(token, key) } }))

/**
 * Back to the own page, read afresh, with the news of what just happened; under the link that an
 * answer gave when it gave one, because the one before it just ended.
 */
export function useNews(own: string, under: (token: string) => string = registration) {
  const go = useNavigate()
  return (kind: string, link?: string) =>
    void go(link ? under(link) : own, {
      replace: true,
      ...passFlash({ name: '', kind, way: 'none' }),
    })
}

/** The overview above a link that stands in one; a link of one sign-up or entry has none. */
export function overviewOf(token: string): string | undefined {
  const secret = /_(.+)\./.exec(token)?.[1]
  return secret && registration('mij_' + secret)
}

/** After erasing there is nothing left to read: a full load, so that the server tells it once. */
export const leaveEmpty = (own: string) => location.replace(own)

/** Every own page has one neutral name. */
export const ownHead =
  (title = 'Je aanmelding') =>
  (_: unknown, __: Record<string, string>, { form }: Extra): Head => ({
    title: (form ? titleWarning : '') + title,
    neutral: true,
    robots: 'noindex',
    description: 'Je eigen pagina.',
  })
