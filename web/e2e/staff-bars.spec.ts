// The bars of staff on a small phone: nothing lies on them, and they hide nothing for good.
import type { Locator, Page } from '@playwright/test'
import { comeIn, expect, kept, people, publish, test, titled, writeNews } from './desk'

test.use({ viewport: { width: 320, height: 568 }, firstVisit: true })

const end = (page: Page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight))

/** Whether a press in the middle of it reaches it. */
const reaches = (of: Locator) =>
  of.evaluate(el => {
    const { left, top, width, height } = el.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (el === hit || el.contains(hit))
  })

test('the question about statistics waits for visitors, and the way back leaves room', async ({
  page,
}) => {
  await comeIn(page, people.noor)
  await writeNews(page, titled('Een smalle telefoon'))
  await kept(page)
  const banner = page.getByRole('region', { name: 'Keuze over statistiek' })
  await expect(banner).toBeHidden()
  await publish(page)
  const save = page.getByRole('button', { name: 'Bewaar concept' })
  const undo = page.locator('.said').getByRole('button', { name: 'Maak ongedaan' })
  for (const go of [() => page.evaluate(() => scrollTo(0, 0)), () => end(page)]) {
    await go()
    await expect.poll(() => reaches(save)).toBe(true)
    await expect.poll(() => reaches(undo)).toBe(true)
  }
  await page.goto('/')
  await expect(banner).toBeVisible()
})
