import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

it.each([
  ['limits.gen.ts', []],
  ['me.gen.ts', ['me']],
])('%s is what openapi.json says', { timeout: 60_000 }, (file, words) => {
  const made = execFileSync(process.execPath, [at('../../scripts/limits.mjs'), ...words], {
    encoding: 'utf8',
  })
  expect(readFileSync(at(file), 'utf8'), 'make it: npm run api').toBe(made)
})
