import { expect, it } from 'vitest'
import type { Role } from './auth/types'
import type { Screen } from './screen'
import { barOf, firstOf, moreOf, screens } from './screens'

const later: Screen[] = [
  { path: '/beheer/vandaag', title: 'Vandaag', module: 'x/staff/TodayPage' },
  { path: '/beheer/wachtlijst', title: 'Bellen', module: 'x/staff/CallsPage' },
]
/** With the screens of an evening, whether they are there yet or not. */
const whole = [...later.filter(l => screens.every(s => s.path !== l.path)), ...screens]
const names = (...roles: Role[]) => barOf(roles, whole).map(p => p.name)

it.each<[Role[], string[], string]>([
  [['gastheer'], ['Vandaag', 'Bellen', 'Week', 'Meer'], '/beheer/vandaag'],
  [['begeleider'], ['Vandaag', 'Bellen', 'Week', 'Meer'], '/beheer/vandaag'],
  [['redactie'], ['Postvak', 'Verhalen', 'Nieuws', 'Meer'], '/beheer'],
  [['vertrouwenspersoon'], ['Klachten', 'Meer'], '/beheer/klachten'],
  [['coordinator'], ['Vandaag', 'Bellen', 'Week', 'Postvak', 'Meer'], '/beheer/vandaag'],
  [['beheerder'], ['Status', 'Meer'], '/beheer/status'],
])('%s has the bar %s and begins at %s', (roles, bar, first) => {
  expect(names(...roles)).toEqual(bar)
  expect(firstOf(roles, whole)).toBe(first)
})

it('has Meer for a role that no other place names', () => {
  expect(names('kok' as Role)).toEqual(['Meer'])
  expect(names()).toEqual([])
})

it('adds up the places of several roles, and moves what does not fit to Meer in its order', () => {
  expect(names('beheerder', 'vertrouwenspersoon')).toEqual(['Klachten', 'Status', 'Meer'])
  expect(names('redactie', 'beheerder')).toEqual([
    'Postvak',
    'Verhalen',
    'Nieuws',
    'Status',
    'Meer',
  ])
  expect(names('redactie', 'beheerder', 'vertrouwenspersoon')).toEqual([
    'Postvak',
    'Verhalen',
    'Klachten',
    'Status',
    'Meer',
  ])
  expect(names('gastheer', 'redactie')).toEqual(['Vandaag', 'Bellen', 'Week', 'Postvak', 'Meer'])
  expect(names('gastheer', 'vertrouwenspersoon', 'beheerder')).toEqual([
    'Vandaag',
    'Bellen',
    'Week',
    'Klachten',
    'Meer',
  ])
  const moved = moreOf(['gastheer', 'redactie'], whole).map(s => s.title)
  expect(moved).toEqual(expect.arrayContaining(['Verhalen', 'Nieuws']))
})

it('begins at the topmost first screen of several roles', () => {
  expect(firstOf(['beheerder', 'vertrouwenspersoon'], whole)).toBe('/beheer/klachten')
  expect(firstOf(['beheerder', 'coordinator'], whole)).toBe('/beheer/vandaag')
})

it('has no place, and no beginning, without a screen', () => {
  const none = screens.filter(s => !later.some(l => l.path === s.path))
  expect(barOf(['gastheer'], none).map(p => p.name)).toEqual(['Week', 'Meer'])
  expect(firstOf(['gastheer'], none)).toBe('/beheer')
})

it('shows each screen of a role in the bar or in Meer, and no other', () => {
  for (const role of ['gastheer', 'coordinator', 'beheerder'] as const) {
    const may = screens.filter(s => s.about && (!s.roles || s.roles.includes(role)))
    const shown = new Set([...barOf([role]), ...moreOf([role])].map(s => s.path))
    for (const s of may) expect(shown, `${s.title} for ${role}`).toContain(s.path)
    const open = screens.filter(s => !s.roles || s.roles.includes(role)).map(s => s.path)
    const blocks = [...shown].filter(p => !open.includes(p))
    expect(
      blocks.every(p => p === '/beheer/instellingen/hours' && role !== 'gastheer'),
      `${blocks.join()} for ${role}`,
    ).toBe(true)
  }
})
