import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { walked } from '../../e2e/bar-acts'
import type { Auth } from '../auth/types'
import { acts, readBars } from './readBars'

it('walks every act that has a bar on a phone', () => {
  expect([...walked].sort()).toEqual([...acts()].sort())
})

const api = JSON.parse(readFileSync('src/api/openapi.json', 'utf8')) as {
  components: { schemas: { ActSeen: { properties: { kind: { enum: string[] } } } } }
}
/** Paper, and a mail that went: there is no way back from those. */
const stays = ['printed', 'resent']

it.each(api.components.schemas.ActSeen.properties.kind.enum.filter(k => !stays.includes(k)))(
  'has words after a reload for an act of a date: %s',
  async act => {
    const one = { id: 'sac_1', kind: 'date', act, of: 'occ_1', title: 'Samen eten', now: 2 }
    const at = '2026-11-24T12:00:00+01:00'
    const items = [{ ...one, name: 'Gonda', at, until: at }]
    const auth = { fetch: () => Promise.resolve(Response.json({ items })) } as unknown as Auth
    const [bar] = await readBars(auth)
    expect(bar?.what).toMatch(/Samen eten.*\.$/)
    expect(bar?.undo).toBeDefined()
  },
)
