// The staff area: what its table (screenTable.ts) says of a screen, and the places of the bar.
// Links, the bar, "Meer", the server and the preview all read them.
import type { Role } from './auth/types'
import type { Group, Screen, Shown } from './screen'
import { editors, table } from './screenTable'

export const screens: readonly Screen[] = Object.values(table)

type PlaceIcon =
  | 'sun'
  | 'phoneCall'
  | 'calendar'
  | 'inbox'
  | 'bookOpen'
  | 'newspaper'
  | 'messageCircle'
  | 'circleCheck'
  | 'menu'

/** One of the few places that are one press away from everywhere. */
export interface Place {
  name: string
  /** The address of its screen. While there is no such screen, the place is nowhere. */
  path: string
  icon: PlaceIcon
  /** Who has it in the bar; left out: every role. */
  roles?: readonly Role[]
  /** Whom signing in leads here. */
  first?: readonly Role[]
  /** The word in /api/waiting of what waits there today. */
  waits?: string
  /** Where somebody has more places than fit, those with the lowest number move to "Meer". */
  moves?: number
}

/** Whoever opens the door on an evening. */
const door = ['gastheer', 'begeleider', 'coordinator'] as const

/** The places, in their order. */
const places: readonly Place[] = [
  { name: 'Vandaag', path: table.today.path, icon: 'sun', roles: door, first: door },
  { name: 'Bellen', path: '/beheer/wachtlijst', icon: 'phoneCall', roles: door, waits: 'calls' },
  { name: 'Week', path: table.week.path, icon: 'calendar', roles: door },
  { name: 'Postvak', path: table.inbox.path, icon: 'inbox', roles: editors, waits: 'inbox' },
  {
    name: 'Verhalen',
    path: table.stories.path,
    icon: 'bookOpen',
    roles: ['redactie'],
    waits: 'stories',
    moves: 2,
  },
  {
    name: 'Nieuws',
    path: table.news.path,
    icon: 'newspaper',
    roles: ['redactie'],
    waits: 'news',
    moves: 1,
  },
  {
    name: 'Klachten',
    path: table.complaints.path,
    icon: 'messageCircle',
    roles: ['vertrouwenspersoon'],
    first: ['vertrouwenspersoon'],
    waits: 'complaints',
    moves: 4,
  },
  {
    name: 'Status',
    path: table.status.path,
    icon: 'circleCheck',
    roles: ['beheerder'],
    first: ['beheerder'],
    waits: 'status',
    moves: 3,
  },
  {
    name: 'Meer',
    path: table.start.path,
    icon: 'menu',
  },
]

const has = (some: readonly Role[] | undefined, roles: readonly Role[]) =>
  some?.some(r => roles.includes(r)) ?? false

export const mayOpen = (s: Screen, roles: readonly Role[]) => !s.roles || has(s.roles, roles)

const placesOf = (roles: readonly Role[], of: readonly Screen[]) =>
  places.filter(p => has(p.roles ?? roles, roles) && of.some(s => s.path === p.path))

/** What fits beside each other on a phone. */
const mostPlaces = 5

/** The bar of somebody with these roles. */
export function barOf(roles: readonly Role[], of = screens): readonly Place[] {
  const all = placesOf(roles, of)
  const over = all
    .filter(p => p.moves)
    .sort((a, b) => a.moves! - b.moves!)
    .slice(0, Math.max(0, all.length - mostPlaces))
  return all.filter(p => !over.includes(p))
}

/** Where signing in leads somebody with these roles. */
export const firstOf = (roles: readonly Role[], of = screens): string =>
  placesOf(roles, of).find(p => has(p.first, roles))?.path ?? table.start.path

/** What "Meer" lists. */
export interface ScreenLink {
  path: string
  title: string
  about: string
  group: Group
  waits?: string | undefined
}

/** The block of settings that is looked for under the programme. */
const hours: ScreenLink & Pick<Screen, 'roles'> = {
  path: fill(table.settingsBlock.path, ['hours']),
  title: 'Openingstijden',
  about: 'Elke week, en uitzonderingen.',
  group: 'Programma',
  roles: table.settingsBlock.roles,
}

/** The screens that somebody may open and that are not a place of their bar. */
export function moreOf(roles: readonly Role[], of = screens): readonly ScreenLink[] {
  const bar = barOf(roles, of)
  return [...of, hours].flatMap(s => {
    const { path, title, more, about, group, waits } = s as Screen
    if (!about || !group || !mayOpen(s as Screen, roles)) return []
    // what a place calls otherwise is looked for by its own name, too
    if (bar.some(p => p.path === path && p.name === title)) return []
    return [{ path, title: more ?? title, about, group, waits }]
  })
}

/** The address of a screen, with its params filled in their order. */
export const at = (name: keyof typeof table, ...params: readonly string[]): string =>
  fill(table[name].path, params)

function fill(path: string, params: readonly string[]): string {
  const left = [...params]
  return path.replace(/:\w+/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** A kind of draft as a draft names it, by the word in /api/drafts/{kind}. */
export type DraftKinds = {
  [S in Extract<(typeof table)[keyof typeof table], { drafts: string }> as S['drafts']]: S['kind']
}

/** The screen that opens a row of this kind. */
export const screenOf = (kind: string): Screen | undefined => screens.find(s => s.kind === kind)

/** Where a row of this kind is opened. Nothing: it has no screen. */
export function editOf(kind: string, id: string): string | undefined {
  const screen = screenOf(kind)
  return screen && fill(screen.path, [id])
}

/** Where visitors read a draft, and where it is written. Nothing: it has no page. */
export function previewOf(drafts: string, id: string): (Shown & { edit: string }) | undefined {
  const screen = screens.find(s => s.drafts === drafts)
  const shown = screen?.shown?.(id)
  return screen && shown && { ...shown, edit: fill(screen.path, [id]) }
}
