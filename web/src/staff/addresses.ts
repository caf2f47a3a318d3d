// Where one goes to change something, by the word of its kind.
import * as at from '../areaPaths'

const kinds: Readonly<Record<string, (id: string) => string>> = {
  news: at.editNews,
  story: at.editStory,
  faq: at.faqItem,
  year: at.impactYear,
  role: at.role,
  page: at.page,
  activity: at.editActivity,
  announcement: at.announcement,
  settings: at.settingsBlock,
  message: at.message,
}

/** Nothing: it has no screen. */
export const editOf = (kind: string, id: string): string | undefined => kinds[kind]?.(id)
