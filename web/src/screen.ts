// What the table of the staff area says of a screen.
import type { Role } from './auth/types'

export interface Screen {
  /** Its params (`:id`) reach the screen. */
  path: string
  title: string
  /** 'news/staff/NewsListPage' is src/features/news/staff/NewsListPage.tsx. */
  module: string
  /** Who may open it; left out: every role. */
  roles?: readonly Role[]
  /**
   * One sentence for "Meer", which lists the screens that have one under the name of their group,
   * unless they are a place of the bar.
   */
  about?: string
  group?: Group
  /** What it is called in "Meer", where that is not its title. */
  more?: string
  /** The word in /api/waiting of what waits there, for "Meer". */
  waits?: string
  /** Of the addresses of its path only those whose last param begins so. */
  prefix?: string
  /** Visitors have a page of their own at this address, which leads staff here. */
  shared?: true
  /** Stands in the frame that visitors have. */
  public?: true
  /** It opens a row of this kind, by the word in answers of the API. */
  kind?: string
  /** What such a row is called in a sentence: one of them, and many. */
  called?: readonly [one: string, many: string]
  /** The word of that kind in /api/drafts/{kind}. */
  drafts?: string
  /** Where visitors read such a text. Nothing: it has no page. */
  shown?: (id: string) => Shown | undefined
}

/** The groups of "Meer", in their order. */
export const groups = ['Programma', 'Mensen', 'Teksten', 'Cijfers en site'] as const
export type Group = (typeof groups)[number]

/** A page of the site map that shows a text, for its preview. */
export interface Shown {
  /** `first date`: the page after signing up for the first date of the programme. */
  path: string | 'first date'
  /**
   * The read of that page whose place the preview takes; left out: it comes in front of the page.
   */
  read?: string
}
