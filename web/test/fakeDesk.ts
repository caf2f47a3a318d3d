// A desk, a clock and a network for tests of the working copy.
import { beforeEach } from 'vitest'
import type { Draft } from '../src/staff/drafts'
import { same } from '../src/staff/editor/copy'
import { Working } from '../src/staff/editor/working'

export interface Doc {
  title: string
  body?: string
}
interface Call {
  method: string
  url: string
  match: string | null
  body: { doc: Doc; pinned?: boolean } | undefined
  keepalive: boolean
}
type Answer = (call: Call) => Response | Promise<Response>

export const me = { uid: 'u1', name: 'Noor' }
export const bram = { uid: 'u2', name: 'Bram' }

/** What the working copy meets, until the next test. */
export const world = {
  now: 0,
  timers: [] as { at: number; run(): void }[],
  calls: [] as Call[],
  /** How many texts the server does not have. */
  holds: 0,
  /** What this tab keeps. */
  device: undefined as string | undefined,
  /** What answers next, in order; then the desk below. */
  next: [] as Answer[],
  desk: undefined as Draft<Doc> | undefined,
}

export const draft = (doc: Doc, version = 1, by = me): Draft<Doc> => ({
  id: 'nws_1',
  kind: 'news',
  version,
  status: 'draft',
  changed: false,
  doc,
  faults: [],
  createdAt: '',
  createdBy: me,
  updatedAt: `2026-11-24T10:0${version}:00+01:00`,
  updatedBy: by,
})

/** As the desk does it: by version, and a repeated save is no conflict. */
export const answers: Answer = ({ method, url, match, body }) => {
  if (method === 'GET')
    return world.desk ? Response.json(world.desk) : new Response('{}', { status: 404 })
  if (method === 'POST' && url.endsWith('/presence')) return Response.json({ others: [bram] })
  if (method === 'POST' && match === `"${world.desk!.version}"`)
    return Response.json(
      (world.desk = { ...world.desk!, version: world.desk!.version + 1, status: 'published' }),
    )
  const { doc, pinned = world.desk?.pinned ?? false } = body!
  if (world.desk && same(world.desk.doc, doc) && same(world.desk.pinned, pinned))
    return Response.json(world.desk)
  if (match !== `"${world.desk?.version ?? 0}"`)
    return Response.json({ code: 'precondition_failed' }, { status: 412 })
  const next = draft(doc, (world.desk?.version ?? 0) + 1)
  return Response.json((world.desk = pinned ? { ...next, pinned } : next))
}

export const lost: Answer = () => {
  throw new TypeError('no network')
}
/** The request goes out, and nothing ever comes back. */
export const silent: Answer = () => new Promise(() => {})
export const status =
  (n: number, body: object = {}): Answer =>
  () =>
    Response.json(body, { status: n })

/** What a browser sends after its page is gone, in bytes; it refuses a larger body at once. */
const keepaliveMost = 65_536

export function make(fresh?: Doc) {
  return new Working<Doc>({
    kind: 'news',
    id: 'nws_1',
    uid: me.uid,
    fresh,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      const call = {
        method: init?.method ?? 'GET',
        url,
        match: headers.get('if-match'),
        body: init?.body ? (JSON.parse(init.body as string) as Call['body']) : undefined,
        keepalive: init?.keepalive ?? false,
      }
      world.calls.push(call)
      if (call.keepalive && new TextEncoder().encode(init!.body as string).length > keepaliveMost)
        throw new TypeError('Failed to fetch')
      return (world.next.shift() ?? answers)(call)
    },
    clock: {
      now: () => world.now,
      after(ms, run) {
        const timer = { at: world.now + ms, run }
        world.timers.push(timer)
        return () => void (world.timers = world.timers.filter(t => t !== timer))
      },
    },
    store: {
      read: () => world.device,
      keep: t => {
        world.device = t
      },
      drop: () => {
        world.device = undefined
      },
    },
    hold: () => {
      world.holds++
      let held = true
      return () => {
        if (held) world.holds--
        held = false
      }
    },
  })
}

export const settle = async () => {
  for (let i = 0; i < 30; i++) await Promise.resolve()
}
export async function pass(ms: number) {
  world.now += ms
  for (const t of world.timers.filter(t => t.at <= world.now)) {
    world.timers = world.timers.filter(x => x !== t)
    t.run()
  }
  await settle()
}
export const puts = () => world.calls.filter(c => c.method === 'PUT')

export async function opened(doc: Doc = { title: 'oud' }) {
  world.desk = draft(doc)
  const w = make()
  await w.load()
  return w
}

beforeEach(() => {
  Object.assign(world, {
    now: 0,
    timers: [],
    calls: [],
    holds: 0,
    device: undefined,
    next: [],
    desk: undefined,
  })
})
