// Where a visitor would read each kind: the page of the site map that shows it, and which of its
// reads the preview takes the place of.
import type { components } from '../../api/schema.gen'
import * as to from '../../paths'
import * as at from '../../areaPaths'
import { plain, type Doc } from './rich/doc'

interface Shown {
  /**
   * Address of the public page; of one that belongs to a date, that of the first to come: nothing
   * when there is none.
   */
  path: string | (() => Promise<string | undefined>)
  /** Name of its read in the site map; without this and `into` it comes in front of the page. */
  read?: string
  /** It is a part of what the page reads. */
  into?(data: Record<string, unknown>, preview: unknown): Record<string, unknown>
  /** Back to writing. */
  edit: string
}

const pagesOf: Readonly<Record<string, readonly [path: string, read?: string]>> = {
  home: [to.home(), 'home'],
  about: [to.about()],
  huisregels: [to.about()],
  contact: [to.contact()],
  privacy: [to.privacy(), 'statement'],
  klachten: [to.complaints()],
  vrijwilligers: [to.volunteers()],
  nieuwsbrief: [to.newsletter()],
}

const kinds: Readonly<Record<string, (id: string) => Shown | undefined>> = {
  activities: id => ({
    path: to.activity(id, 'voorbeeld'),
    read: 'date',
    edit: at.editActivity(id),
  }),
  news: id => ({ path: to.newsItem(id), read: 'item', edit: at.editNews(id) }),
  stories: id => ({ path: to.story(id), read: 'story', edit: at.editStory(id) }),
  faq: id => ({ path: to.faq(), read: 'faq', edit: at.faqItem(id) }),
  years: id => ({ path: to.impact(), read: 'impact', edit: at.impactYear(id) }),
  roles: id => ({ path: to.volunteers(), read: 'roles', edit: at.role(id) }),
  announcement: () => ({ path: to.home(), edit: at.announcement() }),
  pages: key => {
    if (key === 'registrationsequel')
      return { path: firstDate, into: practical, edit: at.page(key) }
    const [path, read = 'page'] = pagesOf[key] ?? []
    return path === undefined ? undefined : { path, read, edit: at.page(key) }
  },
}

type Schemas = components['schemas']

/** Where somebody comes who signs up for the first date that is open, else for the first of all. */
async function firstDate(): Promise<string | undefined> {
  const answer = await fetch('/api/occurrences', { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(String(answer.status))
  const { soon, items } = (await answer.json()) as Schemas['Programme']
  const first = soon?.[0] ?? items[0]
  return first && to.sequel(first.activityId, first.id)
}

/** The text has no form there: a line is a paragraph. */
function practical(data: Record<string, unknown>, preview: unknown) {
  const { title, blocks } = preview as { title: string; blocks: { body: Doc }[] }
  const text = blocks.flatMap(b =>
    plain(b.body)
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean),
  )
  return {
    ...data,
    date: {
      ...(data['date'] as object),
      practical: { title, text } satisfies Schemas['Practical'],
    },
  }
}

/** Nothing: it has no page. */
export const previewOf = (kind: string, id: string): Shown | undefined => kinds[kind]?.(id)
