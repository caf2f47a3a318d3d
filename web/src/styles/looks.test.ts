// One colour of a panel for each meaning (design README, section 2): where each may stand.
// Elsewhere a panel is sand: quiet facts, and what is over.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')

const meanings = {
  // now, and you
  you: [
    'features/agenda/mine/holder.ts', // a place, an offer, an entry
    'features/agenda/signup/SequelPage.tsx', // a place just now
    'features/complaints/Progress.tsx', // an own number
    'programme/words.ts', // what goes on now
  ],
  // walk in, nothing is needed
  come: [
    'features/content/ReferrersPage.tsx', // where and when
    'features/home/HomePage.tsx', // the first visit
    'features/stories/Share.tsx', // an own story
    'features/stories/StoryPage.tsx', // "Past dit bij jou?"
    'programme/words.ts', // a walk-in
  ],
  // you can sign up, and how that goes
  join: [
    'features/content/ReferrersPage.tsx', // how to send somebody
    'programme/words.ts', // a date with places
  ],
  // it goes differently
  else: [
    'features/agenda/mine/holder.ts', // called off by the house
    'programme/Item.tsx', // news that stands apart
    'programme/words.ts', // full, moved, cancelled, closed
  ],
}

it('stands where it means what it says', () => {
  const found: Record<string, string[]> = { you: [], come: [], join: [], else: [] }
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(f => /\.tsx?$/.test(f) && !/\.test\.|staff|api\/|auth\//.test(f))
    .sort()
  for (const file of files) {
    const code = readFileSync(join(src, file), 'utf8').replace(
      /\/\*[^]*?\*\/|\/\/.*|^export type.*/gm,
      '',
    )
    const classes = [...code.matchAll(/(['"`])([a-z -]+)(?:\$\{[^}]*\})?\1/g)].flatMap(m =>
      m[2]!.split(' '),
    )
    for (const look of Object.keys(found)) if (classes.includes(look)) found[look]!.push(file)
  }
  expect(found).toEqual(meanings)
})
