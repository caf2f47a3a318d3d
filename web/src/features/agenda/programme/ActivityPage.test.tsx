import { expect, it } from 'vitest'
import ActivityPage from './ActivityPage'

const date = {
  id: 'occ_1',
  activityId: 'act_1',
  title: 'Afscheid van Mo',
  summary: 'We zwaaien Mo uit.',
  start: '2026-11-27T19:30:00+01:00',
  end: '2026-11-27T21:30:00+01:00',
  place: 'Woonkamer',
  url: 'https://site.example/agendadetails/act_1/occ_1',
  sessionList: [],
}
const headOf = (more: object) => ActivityPage.head!({ date: { ...date, ...more } } as never)

it('tells machines nothing of an activity that only its link finds', () => {
  expect(headOf({})).toHaveProperty('jsonLd')
  const head = headOf({ linkOnly: true })
  expect(head).toMatchObject({ robots: 'noindex', neutral: true })
  expect(head).not.toHaveProperty('jsonLd')
  expect(head).not.toHaveProperty('canonical')
})
