import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

it('limits.gen.ts is what openapi.json says', { timeout: 60_000 }, () => {
  const made = execFileSync(process.execPath, [at('../../scripts/limits.mjs')], {
    encoding: 'utf8',
  })
  expect(readFileSync(at('limits.gen.ts'), 'utf8'), 'make it: npm run api').toBe(made)
})
