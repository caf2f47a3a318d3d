// What visitors send to the inboxes, by the API: staff tests begin where it came in.
import { expect, type Page } from '@playwright/test'

/** Sends a form as somebody who is not signed in, from a page of the site; gives the answer. */
export async function sendForm<T>(page: Page, path: string, fields: object): Promise<T> {
  const ticket = (await (await page.request.get('/api/form-ticket')).json()) as {
    idempotencyKey: string
    formTime: string
  }
  const answer = await page.request.post(path, {
    headers: { 'Idempotency-Key': ticket.idempotencyKey },
    data: { ...fields, formTime: ticket.formTime },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return answer.json() as Promise<T>
}

/** Words that no other test uses. */
export const unique = (words: string) => `${words} ${Date.now().toString(36)}${process.pid}`

/** Somebody offers help; gives the name. */
export async function offerHelp(page: Page): Promise<string> {
  const name = unique('Tirza')
  await sendForm(page, '/api/volunteers', {
    name,
    phone: '0612345678',
    roles: ['unknown'],
    afternoon: 'often',
    about: 'Ik bak graag.',
  })
  return name
}
