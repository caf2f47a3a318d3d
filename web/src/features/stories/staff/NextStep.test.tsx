import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Draft } from '../../../staff/editor/useDraft'
import type { Consent, Desk } from './consent'
import type { Story } from './story'
import { NextStep } from './StoryPath'

const at = '2026-11-24T10:00:00+01:00'
const draft = {
  place: {},
  ahead: 0,
  saved: 'saved',
  draft: { version: 3, faults: [], status: 'draft', changed: false },
} as unknown as Draft<Story>

/** What stands above the fields. */
function says(consent: Partial<Consent>, write = true) {
  const known = { is: 'known', consent: { version: 0, typos: 0, ...consent } }
  const html = renderToStaticMarkup(
    <NextStep draft={draft} desk={{ known, busy: '' } as unknown as Desk} write={write} />,
  )
  return {
    heading: /<h2[^>]*>(.*?)<\/h2>/.exec(html)?.[1],
    buttons: [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(m => m[1]),
    words: html,
  }
}

it('the next step of a story stands above its fields, with the button that takes it', () => {
  expect(says({}).heading).toBe('Nu: gesprek')
  const told = says({ version: 1 })
  expect(told.heading).toBe('Nu: de verteller leest')
  expect(told.buttons).toContain('De verteller keurt deze versie goed')
  const yes = { version: 1, approved: { version: 3, at, last: true } }
  expect(says(yes).heading).toBe('Nu: een tweede redacteur kijkt')
  expect(says(yes).buttons).toEqual(['Ik keur goed als tweede redacteur'])
  expect(says(yes, false).buttons).toEqual([])
  const seen = says({ ...yes, reviewed: { at, last: true } })
  expect([seen.heading, seen.buttons]).toEqual(['Nu: online', []])
  expect(seen.words).toContain('Kies onderaan ‘Publiceer’.')
})
