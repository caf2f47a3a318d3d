import { wall } from '../../../api/moment'
import type { components } from '../../../api/schema.gen'
import { newId, type DocOf } from '../../../staff/drafts'

type Schemas = components['schemas']
export type Activity = DocOf<'activities'>
export type NewDate = Schemas['NewDate']
export type NewSession = Schemas['NewSession']
export type Rhythm = Schemas['Rhythm']
export type RhythmPlan = Schemas['RhythmPlan']
export type RhythmDate = Schemas['RhythmDate']
export type TermLimit = Schemas['TermLimit']
export type StaffDate = Schemas['StaffDate']
export type DateGone = Schemas['DateGone']
export type StaffDates = Schemas['StaffDates']
export type DateWarning = Schemas['DateWarning']
export type Warnings = Readonly<Record<string, readonly DateWarning[] | undefined>>
export type Options = Schemas['ActivityOptions']

export const emptySession = (): NewSession => ({ day: '', from: '', to: '' })
export const newDate = (...sessions: NewSession[]): NewDate => ({
  id: newId('occ_'),
  sessions: sessions.length > 0 ? sessions : [emptySession()],
})

/** A new activity; one that a begeleider makes is their own. */
export const fresh = (staff: readonly string[]): Activity => ({
  title: '',
  summary: '',
  body: { type: 'doc', content: [] },
  category: '',
  audience: ['everyone'],
  mode: 'signup',
  waitlist: true,
  cost: 0,
  location: '',
  facts: [],
  slug: '',
  newDates: [],
  staff: [...staff],
})

/** "13:30" of a field for a time, as the API writes it: "13.30". */
export const toWall = (time: string) => time.replace(':', '.')
export const fromWall = (time: string) => time.replace('.', ':')

/** Two ends of one day in words: "13.30 tot 16.00 uur". */
export const hours = ({ from, to }: Pick<NewSession, 'from' | 'to'>) =>
  `${wall(from)} tot ${wall(to)} uur`
