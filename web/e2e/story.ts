// A story of a test's own, online: written by one editor, agreed to by its teller, approved by
// another.
import { request } from '@playwright/test'
import type { components } from '../src/api/schema.gen'
import { expect } from './site'
import { signInByCalls } from './session'

type Story = components['schemas']['Story']

/** Somebody of the staff, who calls the API as their screens do. */
async function staffOf(site: string, login: string) {
  const desk = await request.newContext({ baseURL: site })
  await signInByCalls(desk, login)
  const call = async (
    method: string,
    path: string,
    version?: number,
    body?: object,
  ): Promise<Record<string, any>> => {
    const answer = await desk.fetch(path, {
      method,
      headers: version === undefined ? {} : { 'If-Match': `"${version}"` },
      ...(body && { data: body }),
    })
    expect(answer.status(), `${method} ${path}: ${await answer.text()}`).toBe(200)
    return (await answer.json()) as Record<string, any>
  }
  return { call, leave: () => desk.dispose() }
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
  site: string,
  title: string,
  from?: string,
): Promise<{ id: string; code: string }> {
  const id = `sty_${Array.from({ length: 20 }, () => Math.floor(Math.random() * 36).toString(36)).join('')}`
  const noor = await staffOf(site, 'noor')
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
  const bram = await staffOf(site, 'bram')
  await bram.call('POST', `/api/drafts/stories/${id}/approve`, version)
  await noor.call('POST', `/api/drafts/stories/${id}/publish`, version, { confirmed: true })
  await noor.leave()
  await bram.leave()
  return { id, code }
}
