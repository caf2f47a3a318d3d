// The four ways in which telling the staff service worker can fail. Each is logged;
// the person sees nothing of it.
import type { BrowserContext, Page, Worker } from '@playwright/test'
import {
  enterAs,
  expect,
  isIn,
  leaveByFrame,
  openLogin,
  openPopup,
  sessionStatus,
  stopClock,
  test,
} from './signin'
import { inLong } from './long'

test.describe.configure({ mode: 'default' }) // signing out reaches all windows of a person

/** A worker that installs as ours does, and answers like this. */
const worker = (answer: string) => `
  self.addEventListener('install', e => e.waitUntil(self.skipWaiting()))
  self.addEventListener('activate', e => e.waitUntil(self.clients.claim()))
  self.addEventListener('message', ({ data, ports: [port] }) => {
    self.heard = data.eventType
    ${answer}
  })`

/** Signs in at a standing clock, until the worker has heard of it. */
async function signInBeside(page: Page, answer: string) {
  const context = page.context()
  await context.route('**/staff-worker.js', route =>
    route.fulfill({ contentType: 'text/javascript', body: worker(answer) }),
  )
  await context.clock.install()
  await openLogin(page)
  await stopClock(context)
  await enterAs(await openPopup(page), 'Sanne')
  const heard = (w: Worker) => w.evaluate(() => (self as unknown as { heard?: string }).heard)
  await expect
    .poll(
      async () => (await Promise.all(context.serviceWorkers().map(heard))).filter(Boolean),
      'the one of the area alone',
    )
    .toEqual(['ping'])
  await page.evaluate(
    () =>
      new Promise(done => {
        // and its answer has come
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = done
        port2.postMessage('')
      }),
  )
}

async function goesOn(page: Page, context: BrowserContext) {
  await context.clock.resume()
  await isIn(page, 'Sanne')
}

test('connection_unavailable: a browser without MessageChannel, at once', async ({ page, log }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'MessageChannel')
  })
  await openLogin(page)
  await enterAs(await openPopup(page), 'Sanne')
  expect(await log.takes('auth/internal-error', 'shell')).toBe(
    'storage-messaging/connection_unavailable',
  )
  await isIn(page, 'Sanne')
})

test(
  'unsupported_event: a worker that does not answer, after 800 ms; it goes when the person signs out',
  inLong,
  async ({ page, context, log }) => {
    await signInBeside(page, '')
    await context.clock.runFor(799)
    expect(log.lines).toEqual([])
    await context.clock.runFor(1)
    expect(await log.takes('auth/internal-error', 'shell')).toBe(
      'storage-messaging/unsupported_event',
    )
    await goesOn(page, context)
    await leaveByFrame(page)
    await expect(page).toHaveURL('/')
    expect(await log.takes('auth/internal-error', 'shell')).toBe(
      'storage-messaging/unsupported_event',
    )
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0)
    expect(await sessionStatus(page)).toBe(401)
  },
)

test('timeout: a worker that hears it and never says that it is done, after 3 s', async ({
  page,
  context,
  log,
}) => {
  await signInBeside(page, 'port.postMessage({ status: "ack", eventId: data.eventId })')
  await context.clock.runFor(2999)
  expect(log.lines).toEqual([])
  await context.clock.runFor(1)
  expect(await log.takes('auth/internal-error', 'shell')).toBe('storage-messaging/timeout')
  await goesOn(page, context)
})

test('invalid_response: a worker that answers something else; answers to other questions do not count', async ({
  page,
  context,
  log,
}) => {
  await signInBeside(
    page,
    'port.postMessage({ status: "nee", eventId: "een andere" }); ' +
      'self.answer = () => port.postMessage({ status: "nee", eventId: data.eventId })',
  )
  await page.evaluate(() => 0)
  expect(log.lines).toEqual([])
  await Promise.all(
    context
      .serviceWorkers()
      .map(w => w.evaluate(() => (self as unknown as { answer?(): void }).answer?.())),
  )
  expect(await log.takes('auth/internal-error', 'shell')).toBe('storage-messaging/invalid_response')
  await goesOn(page, context)
})

test('the real worker is told of the sign-in, keeps the shell, and drops it at the sign-out', async ({
  page,
}) => {
  await openLogin(page)
  await enterAs(await openPopup(page), 'Sanne')
  await isIn(page, 'Sanne')
  const kept = () =>
    page.evaluate(async () => {
      const names = (await caches.keys()).filter(name => name.startsWith('hr-staff'))
      const inside = await Promise.all(
        names.map(async name =>
          (await (await caches.open(name)).keys()).map(r => new URL(r.url).pathname),
        ),
      )
      return inside.flat()
    })
  await expect.poll(kept).toContain('/beheer')
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(r => new URL(r.scope).pathname).sort(),
    )
  await expect
    .poll(scopes, 'every place where staff write')
    .toEqual([
      '/addStory',
      '/addnewsitem',
      '/beheer',
      '/editactivity/',
      '/editnews/',
      '/editstory/',
    ])
  await leaveByFrame(page)
  await expect(page).toHaveURL('/')
  expect([await kept(), await scopes()]).toEqual([[], []])
})
