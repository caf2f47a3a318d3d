// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuthError } from '../../auth/errors'
import { staffFlag } from '../../auth/flag'
import { button, close, fakeAuth, open, person, press, settle, text } from '../../../test/app'
import { bars } from '../bars'

const noor = { uid: 'u1', name: 'Noor' }
const one = '/api/drafts/news/nws_1'
const ago = new Date(Date.now() + 600_000).toISOString()
const draft = (status: string) => ({
  id: 'nws_1',
  kind: 'news',
  version: 4,
  status,
  changed: false,
  faults: [],
  createdAt: '2026-11-01T10:00:00+01:00',
  createdBy: noor,
  updatedAt: '2026-11-16T10:00:00+01:00',
  updatedBy: noor,
  doc: { title: 'De soep', summary: '', body: { type: 'doc', content: [] }, author: 'Redactie' },
  ...(status === 'trashed'
    ? {
        trashedAt: '2026-11-16T10:00:00+01:00',
        goneAt: '2026-12-16T10:00:00+01:00',
        undo: { id: 'und_1', act: 'trash', until: ago },
      }
    : {}),
})
const refusal = (status: number, code: string) => () => Response.json({ code }, { status })
const recent = refusal(403, 'auth/requires-recent-login')
const done = () => new Response(null, { status: 204 })

/** The editor of a news item; `erasing` answers the deletes, one after another. */
async function editor({
  status = 'trashed',
  places = [] as object[],
  erasing = [] as (() => Response)[],
} = {}) {
  const auth = fakeAuth(person(['redactie']))
  let deletes = 0
  auth.fetch.mockImplementation(async (url, init) => {
    if (init?.method === 'DELETE' && url === one) {
      deletes++
      const next = erasing.shift()
      if (!next) throw new TypeError('no network')
      return next()
    }
    if (url === one + '/places') return Response.json({ items: places })
    if (url === one + '/presence') return Response.json({ others: [] })
    return Response.json(url === one ? draft(status) : { items: [] })
  })
  const { at } = await open('/editnews/nws_1', { auth })
  return { auth, at, deletes: () => deletes }
}
const doIt = async (name: string) => {
  await press(name)
  await settle()
}
const question = '"De soep" en alle eerdere versies worden gewist. Dit kun je niet ongedaan maken.'

beforeEach(() => staffFlag.raise(false))
afterEach(async () => {
  await close()
  bars.clear()
})

describe('deleting for good', () => {
  it('is offered in the trash only', { timeout: 60_000 }, async () => {
    await editor({ status: 'draft' })
    expect(button('Verwijder')).toBeDefined()
    expect(button('Verwijder definitief')).toBeUndefined()
    await close()
    staffFlag.raise(false)
    await editor()
    expect(button('Verwijder')).toBeUndefined()
    expect(button('Verwijder definitief')).toBeDefined()
    expect(button('Zet terug uit prullenbak')).toBeDefined()
  })

  it('first shows what leads here, and asks with the title; no is no', async () => {
    const { deletes } = await editor({
      places: [
        { kind: 'story', id: 'sty_1', title: 'Mijn weg', published: true },
        { kind: 'page', id: 'home', title: 'Home', published: false },
      ],
    })
    await doIt('Verwijder definitief')
    expect(text()).toContain('Hier staat een verwijzing:')
    expect([...document.querySelectorAll('main .list li')].map(l => l.textContent)).toEqual([
      'Mijn weg (online)',
      'Home',
    ])
    expect(document.activeElement!.textContent).toBe(question)
    await doIt('Nee, laat staan')
    expect(document.activeElement).toBe(button('Verwijder definitief'))
    expect(deletes()).toBe(0)
  })

  it('goes back to the list, which says so; undoing it is offered no more', async () => {
    bars.add({
      id: 'nws_1',
      what: '‘De soep’ staat in de prullenbak.',
      undo: () => Promise.resolve(),
    })
    const { at, deletes } = await editor({ erasing: [done] })
    await doIt('Verwijder definitief')
    expect(text()).toContain('Er staat nergens een link hiernaartoe.')
    await doIt('Ja, verwijder definitief')
    expect([at(), deletes()]).toEqual(['/beheer/nieuws', 1])
    expect(document.activeElement!.textContent).toBe('"De soep" is definitief verwijderd.')
    expect(button('Maak ongedaan')).toBeUndefined()
    await doIt('Concept')
    expect(text()).not.toContain('definitief verwijderd')
  })

  it('what a colleague erased already is as good as erased', async () => {
    const { at } = await editor({ erasing: [refusal(404, 'not_found')] })
    await doIt('Verwijder definitief')
    await doIt('Ja, verwijder definitief')
    expect(at()).toBe('/beheer/nieuws')
  })

  it('needs a fresh sign-in, and goes on after it', async () => {
    const { auth, at, deletes } = await editor({ erasing: [recent, done] })
    auth.signInPopup.mockResolvedValue(person(['redactie']))
    await doIt('Verwijder definitief')
    await doIt('Ja, verwijder definitief')
    expect(document.activeElement!.textContent).toBe(
      'Log nog een keer in. Dan weten we zeker dat jij het bent.',
    )
    expect(deletes()).toBe(1)
    await doIt('Log nog een keer in')
    expect([at(), deletes()]).toEqual(['/beheer/nieuws', 2])
  })

  it('is not done in the name of another person', async () => {
    const { auth, deletes } = await editor({ erasing: [recent, done] })
    auth.signInPopup.mockResolvedValue(person(['redactie'], { uid: 'u2' }))
    await doIt('Verwijder definitief')
    await doIt('Ja, verwijder definitief')
    await doIt('Log nog een keer in')
    expect(deletes()).toBe(1)
  })

  it('through this window asks again on coming back, and does nothing by itself', async () => {
    const first = await editor({ erasing: [recent] })
    first.auth.signInPopup.mockRejectedValue(new AuthError('auth/popup-blocked'))
    await doIt('Verwijder definitief')
    await doIt('Ja, verwijder definitief')
    await doIt('Log nog een keer in')
    await doIt('Verder met inloggen')
    expect(first.auth.signInRedirect).toHaveBeenCalledWith(expect.objectContaining({ again: true }))
    expect(sessionStorage.getItem('hr.staff.erase')).toBe('nws_1')
    await close()
    staffFlag.raise(false)
    sessionStorage.setItem('hr.staff.erase', 'nws_1')
    const { deletes } = await editor({ erasing: [done] })
    expect(document.activeElement!.textContent).toBe(question)
    expect(deletes()).toBe(0)
    expect(sessionStorage.getItem('hr.staff.erase')).toBeNull()
  })

  it.each([
    [
      'a refusal',
      [refusal(403, 'forbidden')],
      'Hier heb je geen rechten voor. Vraag het aan de coördinator.',
    ],
    [
      'somebody put it back',
      [refusal(409, 'conflict')],
      'Dit kan nu niet. Laad de pagina opnieuw en kijk wat er veranderd is.',
    ],
    ['no network', [], 'Het lukt nu niet. Controleer je internet en probeer het opnieuw.'],
  ])('%s is said, and one can try again', async (_, erasing, words) => {
    const { at } = await editor({ erasing: [...erasing] })
    await doIt('Verwijder definitief')
    await doIt('Ja, verwijder definitief')
    expect(document.activeElement!.textContent).toBe(words)
    expect([at(), button('Ja, verwijder definitief') !== undefined]).toEqual([
      '/editnews/nws_1',
      true,
    ])
  })
})
