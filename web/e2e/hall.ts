// What tests of two phones at the door share.
import { expect, type APIRequestContext } from '@playwright/test'

/** The day as the server says it, of which tests look at this. */
export interface Today {
  day: string
  tapper: { uid: string; proof: string }
  dayParts: { from: string; tally: number }[]
  sessions: {
    id: string
    occurrence: string
    start: string
    people?: { id: string; firstName: string; state: string }[]
  }[]
}

export const tallyOf = (day: Today) => day.dayParts.reduce((n, p) => n + p.tally, 0)

/** Numbers from 0 up to 1, the same for the same seed. */
export function dice(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Puts people on the list of this evening's meal. */
export async function guests(request: APIRequestContext, names: string[]) {
  const day = (await (await request.get('/api/today')).json()) as Today
  const { occurrence } = day.sessions.find(s => s.start.includes('T17:00'))!
  for (const name of names) {
    const answer = await request.post(`/api/occurrences/${occurrence}/people`, {
      data: { name, consent: true, source: 'balie', ifFull: 'chair' },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
}
