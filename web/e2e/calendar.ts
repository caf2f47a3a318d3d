// The feed of the programme as somebody has it in their own calendar: read by the library of
// Thunderbird, which did not write it.
import { expect, type APIRequestContext } from '@playwright/test'
import ICAL from 'ical.js'
import type { components } from '../src/api/schema.gen'

interface Entry {
  uid: string
  title: string
  occurrence: string
  start: number
  end: number
  status: string
  sequence: number
}

/** One meeting as staff were told that it will be. */
export interface Meeting {
  occurrence: string
  start: string
  end: string
  status: 'CONFIRMED' | 'CANCELLED'
}

/** A calendar that follows the feed: after each act it takes over what is new. */
export class Calendar {
  private constructor(
    private readonly request: APIRequestContext,
    private had: Map<string, Entry>,
  ) {}

  static async subscribe(request: APIRequestContext): Promise<Calendar> {
    return new Calendar(request, await read(request))
  }

  /**
   * Every event that was there still is, under its own UID. Its number rises when its time or its
   * status changed, and else stays. What is new comes back.
   */
  async follows(): Promise<Entry[]> {
    return this.takesOver(await read(this.request))
  }

  /** It follows, and shows this date as visitors read it, with this status. */
  async shows(occurrence: string, status: Meeting['status']) {
    const answer = await this.request.get(`/api/occurrences/${occurrence}`)
    const { start, end } = (await answer.json()) as components['schemas']['Date']
    await this.showsAll([{ occurrence, start, end, status }])
  }

  /** It follows, and shows these meetings and no others of their dates. Nothing is new. */
  async showsAll(meetings: Meeting[]) {
    const dates = new Set(meetings.map(m => m.occurrence))
    const want = meetings
      .map(({ start, end, ...m }) => ({ ...m, start: Date.parse(start), end: Date.parse(end) }))
      .sort((a, b) => a.start - b.start)
    let now = this.had
    // what visitors read may be two seconds behind
    await expect(async () => {
      now = await read(this.request)
      const shown = [...now.values()]
        .filter(e => dates.has(e.occurrence))
        .sort((a, b) => a.start - b.start)
      expect(shown).toMatchObject(want)
    }).toPass({ timeout: 10_000 })
    expect(this.takesOver(now), 'nothing is new').toEqual([])
  }

  private takesOver(now: Map<string, Entry>): Entry[] {
    for (const [uid, was] of this.had) {
      const is = now.get(uid)
      expect(is, `${was.title} is there under the same UID`).toBeDefined()
      const same = is!.start === was.start && is!.end === was.end && is!.status === was.status
      if (same) expect(is!.sequence, was.title).toBe(was.sequence)
      else expect(is!.sequence, was.title).toBeGreaterThan(was.sequence)
    }
    const fresh = [...now.values()].filter(e => !this.had.has(e.uid))
    this.had = now
    return fresh
  }
}

async function read(request: APIRequestContext): Promise<Map<string, Entry>> {
  const answer = await request.get('/agenda.ics')
  const feed = ICAL.Component.fromString(await answer.text())
  const zones = feed.getAllSubcomponents('vtimezone')
  expect(zones, 'it brings its time zone').toHaveLength(1)
  const all = new Map<string, Entry>()
  for (const part of feed.getAllSubcomponents('vevent')) {
    const e = new ICAL.Event(part)
    expect(e.startDate.zone.tzid, e.summary).toBe('Europe/Amsterdam')
    expect(all.has(e.uid), `${e.uid} comes once`).toBe(false)
    all.set(e.uid, {
      uid: e.uid,
      title: e.summary,
      occurrence: String(part.getFirstPropertyValue('url')).split('/').at(-1)!,
      start: e.startDate.toJSDate().getTime(),
      end: e.endDate.toJSDate().getTime(),
      status: String(part.getFirstPropertyValue('status')),
      sequence: e.sequence,
    })
  }
  expect(all.size, 'the programme is not empty').toBeGreaterThan(5)
  return all
}
