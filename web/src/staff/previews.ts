// Where a visitor would read each kind: the page of the site map that shows it, and which of its reads the preview takes the place of.
import * as to from '../paths'
import * as at from '../areaPaths'

interface Shown {
  /** Address of the public page. */
  path: string
  /** Name of its read in the site map; none: it comes in front of the page. */
  read?: string
  /** Back to writing. */
  edit: string
}

const pagesOf: Readonly<Record<string, readonly [path: string, read?: string]>> = {
  home: [to.home(), 'home'], about: [to.about()], huisregels: [to.about()], contact: [to.contact()], privacy: [to.privacy(), 'statement'], klachten: [to.complaints()],
  vrijwilligers: [to.volunteers()], nieuwsbrief: [to.newsletter()],
}

const kinds: Readonly<Record<string, (id: string) => Shown | undefined>> = {
  activities: id => ({ path: to.activity(id, 'voorbeeld'), read: 'date', edit: at.editActivity(id) }),
  news: id => ({ path: to.newsItem(id), read: 'item', edit: at.editNews(id) }),
  stories: id => ({ path: to.story(id), read: 'story', edit: at.editStory(id) }),
  faq: id => ({ path: to.faq(), read: 'faq', edit: at.faqItem(id) }),
  years: id => ({ path: to.impact(), read: 'impact', edit: at.impactYear(id) }),
  roles: id => ({ path: to.volunteers(), read: 'roles', edit: at.role(id) }),
  announcement: () => ({ path: to.home(), edit: at.announcement() }),
  pages: key => {
    const [path, read = 'page'] = pagesOf[key] ?? []
    return path === undefined ? undefined : { path, read, edit: at.page(key) }
  },
}

/** Nothing: it has no page. */
export const previewOf = (kind: string, id: string): Shown | undefined => kinds[kind]?.(id)
