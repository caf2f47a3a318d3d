import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Auth, User } from '../../../../auth/types'
import { useQuestion } from '../../../../staff/api/queries'
import { fresh, get, stillSo } from '../../../../staff/api/useRead'
import { withoutNames, withTaps, type Today } from './model'
import {
  beside,
  hour,
  IndexedTaps,
  memoryTaps,
  sturdy,
  Taps,
  Unreadable,
  type Kept,
  type Outcome,
  type Reading,
  type Tap,
  type TapAnswer,
} from './taps'
import { api, asked } from '../../../../staff/api/client'

/** A day as the server said it, with the taps up to a place in the order that it holds. */
interface Said {
  today: Today
  upto: number
  /** How many ms the clock of the server is ahead of this device's. */
  ahead: number
}

export interface Evening {
  /** With what was tapped here since. */
  today: Today | undefined
  /** Of a page that was opened without network: counts as they were, and no names. */
  reading: Reading | undefined
  /** The moment it is at the server, a few times a minute. */
  now: number
  /** The last question had no answer. */
  offline: boolean
  /** The server refused, with this status. */
  status: string
  /** Taps that lie on this device, whoever made them. */
  unsent: readonly Kept[]
  /** This device keeps nothing, or no more: what is not sent goes with the page. */
  keepsNothing: boolean
  /** What was unsent is sent: for a few seconds. */
  allSent: boolean
  tap(tap: Tap): void
  /** The last tap of the tally of this tab. */
  last: Kept | undefined
  reload(): Promise<void>
  /** Of more than a day ago. */
  sendOld(): void
  dropOld(): void
  sendOf(uid: string): void
  dropOf(uid: string): void
}

/** One sending takes no longer: what has no answer by then is sent again. */
const patience = 10_000
const saidFor = 5000

/** Sends taps to the server. */
export async function postTaps(
  auth: Auth,
  taps: Parameters<ConstructorParameters<typeof Taps>[0]['post']>[0],
): Promise<readonly TapAnswer[]> {
  const signal = AbortSignal.timeout(patience)
  const { status, data } = await asked(
    api(auth).POST('/api/taps', { body: { taps: [...taps] }, signal }),
  )
  if ([400, 413, 415, 422].includes(status)) throw new Unreadable()
  if (!data) throw new Error(String(status))
  return data.answers
}

const channelName = 'hr-taps'

/** Of all screens: who goes to another one, or signs in again, still has them. */
const onThisPage = beside()

/** The taps of this device. */
export function deviceTaps(auth: Auth): { taps: Taps; store: IndexedTaps } {
  const store = new IndexedTaps(() => indexedDB)
  const taps = new Taps({
    store: sturdy(store, onThisPage),
    post: body => postTaps(auth, body),
    now: () => Date.now(),
    id: () => crypto.randomUUID(),
    locks: navigator.locks as LockManager | undefined,
    changed: tellTabs,
  })
  return { taps, store }
}

function tellTabs() {
  if (typeof BroadcastChannel !== 'function') return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('')
  channel.close()
}

interface Options {
  auth: Auth
  user: User
  /** Empty: the day it is. */
  day: string
  /** Nothing is kept, and `auth` answers by itself. */
  practice: boolean
  /** What became of taps that were not simply counted. */
  told(outcome: Outcome, today: Today | undefined): void
}

export function useEvening({ auth, user, day, practice, told }: Options): Evening {
  const { uid } = user
  const { taps, store } = useMemo(() => {
    if (!practice) return deviceTaps(auth)
    const memory = new Taps({
      store: memoryTaps(),
      post: body => postTaps(auth, body),
      now: () => Date.now(),
      id: () => crypto.randomUUID(),
    })
    return { taps: memory, store: undefined }
  }, [auth, practice])

  /** Taps that the answer on the screen may not hold yet. */
  const [mine, setMine] = useState<readonly Kept[]>([])
  const [unsent, setUnsent] = useState<readonly Kept[]>([])
  const [covered, setCovered] = useState(0)
  const [last, setLast] = useState<Kept>()
  const [keepsNothing, setKeepsNothing] = useState(!practice && onThisPage.refused)
  const newest = useRef(0)
  const shown = useRef<Today>(undefined)
  const tell = useRef(told)
  tell.current = told

  const look = useCallback(async () => {
    const all = await taps.all().catch(() => [] as Kept[])
    setUnsent(all)
    const young = all.filter(t => t.tapper.uid === uid && !isOld(t))
    for (const t of young) newest.current = Math.max(newest.current, t.no)
    setMine(before => [...before, ...young.filter(t => !before.some(b => b.no === t.no))])
  }, [taps, uid])

  // in its own order: what was tapped goes first, so that an answer holds it
  const { query, again: reload } = useQuestion<Said>(auth, {
    key: ['evening', uid, day, practice],
    ...fresh,
    ask: async before => {
      const outcome = await taps.send(uid)
      if (outcome.lost.length + outcome.overruled.length > 0) tell.current(outcome, shown.current)
      const left = (await taps.all()).find(t => t.tapper.uid === uid && !isOld(t))
      const upto = left ? left.no - 1 : newest.current
      void look()
      const { data: today, etag } = await get(
        auth,
        '/api/today',
        { query: { day } },
        { etag: before.etag },
      )
      if (!today) {
        setCovered(upto)
        return stillSo(before)
      }
      const ahead = Date.parse(today.at) - Date.now()
      // for who opens the screen again without network; without a name
      if (!day) void store?.keep({ today: withoutNames(today), ahead }).catch(() => undefined)
      return { data: { today, upto, ahead }, etag }
    },
  })
  const { data, error } = query.data ?? {}

  useEffect(() => {
    void look()
    if (practice || typeof BroadcastChannel !== 'function') return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = () => void look()
    return () => channel.close()
  }, [look, practice])

  const upto = Math.max(data?.upto ?? 0, covered)
  const ahead = useMemo(() => mine.filter(t => t.no > upto), [mine, upto])
  const today = useMemo(() => data && withTaps(data.today, ahead), [data, ahead])
  shown.current = today
  const reading = useReading(store, !data && error !== undefined)

  const tap = (t: Tap) => {
    const tapper = (data?.today ?? reading?.today)?.tapper
    const by = tapper?.uid === uid ? tapper : { uid, proof: '' }
    void taps.add(t, by).then(kept => {
      newest.current = Math.max(newest.current, kept.no)
      setKeepsNothing(!practice && onThisPage.refused)
      setMine(before => [...before, kept])
      setUnsent(before => [...before, kept])
      if (kept.kind === 'visit') setLast(kept)
      void reload()
    })
  }
  const then = (work: Promise<unknown>) =>
    void work
      .catch(() => undefined)
      .then(look)
      .then(reload)
  const offline = error !== undefined && !/^\d{3}$/.test(error)
  return {
    today,
    reading,
    now: useTick(data) + (data ?? reading ?? { ahead: 0 }).ahead,
    offline,
    status: (!offline && error) || '',
    unsent,
    keepsNothing,
    allSent: useAllSent(unsent.length, offline),
    tap,
    last,
    reload,
    sendOld: () => then(taps.send(uid, { old: true })),
    dropOld: () => then(taps.drop(t => t.tapper.uid === uid && isOld(t))),
    sendOf: of => then(taps.send(of, { old: true })),
    dropOf: of => then(taps.drop(t => t.tapper.uid === of)),
  }
}

export const isOld = (tap: Kept) => Date.now() - tap.at > 24 * hour

/** The time of this device, a few times a minute and with each answer. */
function useTick(answer: unknown): number {
  const [tick, set] = useState(() => Date.now())
  useEffect(() => {
    set(Date.now())
    const timer = setInterval(() => set(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [answer])
  return tick
}

function useReading(store: IndexedTaps | undefined, wanted: boolean): Reading | undefined {
  const [reading, set] = useState<Reading>()
  useEffect(() => {
    if (wanted) void store?.read().then(set, () => undefined)
  }, [store, wanted])
  return wanted ? reading : undefined
}

/** Says for a few seconds that what waited without network is sent. */
function useAllSent(unsent: number, offline: boolean): boolean {
  const [said, say] = useState(false)
  const waited = useRef(false)
  useEffect(() => {
    if (offline && unsent > 0) waited.current = true
    if (offline || unsent > 0 || !waited.current) return
    waited.current = false
    say(true)
  }, [unsent, offline])
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => say(false), saidFor)
    return () => clearTimeout(timer)
  }, [said])
  return said
}
