// A story of a test's own, online: written by one editor, agreed to by its teller, approved by
// another.
import type { Browser, Page } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import { expect } from './site'
import { signInPopup } from './signin'

type Story = components['schemas']['Story']

/** Somebody of the staff, who calls the API as their screens do. */
export async function staffOf(browser: Browser, site: string, first: string) {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: true })
  const page = await context.newPage()
  await signInPopup(page, first)
  return {
    page,
    call: (method: string, path: string, version?: number, body?: unknown) =>
      call(page, method, path, version, body),
    leave: () => context.close(),
  }
}

async function call(
  page: Page,
  method: string,
  path: string,
  version?: number,
  body?: unknown,
): Promise<Record<string, any>> {
  const answer = await page.evaluate(
    async ([m, p, v, b]) => {
      const r = await fetch(p as string, {
        method: m as string,
        headers: {
          ...(v !== null && { 'If-Match': `"${String(v)}"` }),
          ...(b !== null && { 'Content-Type': 'application/json' }),
        },
        ...(b !== null && { body: JSON.stringify(b) }),
      })
      return { status: r.status, body: (await r.json()) as Record<string, unknown> }
    },
    [method, path, version ?? null, body ?? null],
  )
  expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body
}

export const storyWith = (title: string): Story => ({
  title,
  displayName: 'Vlinder',
  intro: `${title}, zo begon het.`,
  helped: ['Koffie.'],
  themes: ['herstel'],
  findable: true,
  minutes: 1,
  body: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [{ type: 'text', text: `Dit is ${title}, van begin tot eind.` }],
      },
    ],
  },
})

/**
 * Gives its id and the code with which its teller takes it back. With `from` it goes online at that
 * moment.
 */
export async function storyOnline(
  browser: Browser,
  site: string,
  title: string,
  from?: string,
): Promise<{ id: string; code: string }> {
  const id = `sty_${Array.from({ length: 20 }, () => Math.floor(Math.random() * 36).toString(36)).join('')}`
  const noor = await staffOf(browser, site, 'Noor')
  const { version } = await noor.call('PUT', `/api/drafts/stories/${id}`, 0, {
    doc: storyWith(title),
    from,
  })
  const ticks = {
    text: true,
    name: true,
    photo: false,
    newsletter: false,
    print: false,
    social: false,
    findable: true,
  }
  const { code } = await noor.call('PUT', `/api/stories/${id}/consent`, 0, {
    who: 'Verzonnen',
    reach: 'Aan de balie.',
    ticks,
  })
  await noor.call('POST', `/api/stories/${id}/consent/approve`, version)
  const bram = await staffOf(browser, site, 'Bram')
  await bram.call('POST', `/api/drafts/stories/${id}/approve`, version)
  await noor.call('POST', `/api/drafts/stories/${id}/publish`, version, { confirmed: true })
  await noor.leave()
  await bram.leave()
  return { id, code }
}
