// Lighthouse on a phone: every public page, the median of three runs. 100 everywhere.
import { createServer } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import type { Result } from 'lighthouse'
import { site } from '../house'
import { pages } from '../routes'

/** With 0 the pages are found, and none is measured. */
const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

interface Run {
  scores: Partial<Record<Category, number>>
  shift: number
  failed: string[]
}

async function measure(address: string): Promise<Run> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] || undefined,
    args: [
      `--remote-debugging-port=${port}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  try {
    const { default: lighthouse } = await import('lighthouse')
    const run = await lighthouse(address, {
      port,
      logLevel: 'silent',
      onlyCategories: [...categories],
    })
    return summary(run!.lhr)
  } finally {
    await browser.close()
  }
}

function summary(lhr: Result): Run {
  const scores: Run['scores'] = {}
  const failed: string[] = []
  for (const name of categories) {
    const category = lhr.categories[name]
    if (!category) continue
    scores[name] = Math.round((category.score ?? 0) * 100)
    for (const { id, weight } of category.auditRefs) {
      const { score } = lhr.audits[id]!
      if (weight > 0 && score !== null && score < 0.995)
        failed.push(`${name}/${id} ${score} ${lhr.audits[id]!.displayValue ?? ''}`)
    }
  }
  return { scores, shift: lhr.audits['cumulative-layout-shift']?.numericValue ?? 0, failed }
}

const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!

for (const [name, shown] of Object.entries(pages)) {
  if (shown.status) continue // Lighthouse judges pages, not errors
  test(name, async ({ request }) => {
    const path = await shown.path(request)
    if (!runs) return
    const all: Run[] = []
    for (let i = 0; i < runs; i++) all.push(await measure(site() + path))
    const line: string[] = []
    for (const category of categories) {
      if (category === 'seo' && !shown.indexed) continue // "may be found" is what it asks for
      const score = median(all.map(r => r.scores[category] ?? 0))
      line.push(`${category} ${score}`)
      expect.soft(score, `${category}: ${all[0]!.failed.join('; ')}`).toBe(100)
    }
    expect.soft(Math.max(...all.map(r => r.shift)), 'layout shift').toBe(0)
    console.log(`    ${name}: ${line.join(', ')}`)
  })
}
