import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// The pages in Firefox. Playwright drives only a Firefox of its own making, so these tests drive
// the system's by WebDriver BiDi and use Playwright for the rest: runner, demo, expectations. One
// browser serves all tests of a worker.
export default defineConfig({
  ...base,
  testDir: 'e2e/firefox',
  testIgnore: [],
  outputDir: 'e2e/results/firefox',
  timeout: 120_000,
  projects: [{ name: 'firefox' }],
})
