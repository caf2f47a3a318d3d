// What a printer would get.
import type { Page } from '@playwright/test'
import { expect } from './site'

const mm = (n: number) => (n * 72) / 25.4

/** Sizes in millimetres, upright. */
export const a3 = [297, 420],
  a4 = [210, 297],
  a5 = [148, 210]
export const wide = ([w, h]: number[]) => [h!, w!]

/** The sheets that a printer would get, in points. */
export async function sheets(page: Page): Promise<number[][]> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => void (await document.fonts.ready))
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  return [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(m => [+m[1]!, +m[2]!])
}

export function expectSize(sheet: number[], [width, height]: number[]) {
  expect(
    Math.abs(sheet[0]! - mm(width!)) + Math.abs(sheet[1]! - mm(height!)),
    `${sheet} is ${width} by ${height} mm`,
  ).toBeLessThan(2)
}
