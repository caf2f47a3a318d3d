import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// Lighthouse measures one page at a time, on a machine that does nothing else.
export default defineConfig({
  ...base,
  testDir: 'e2e/lighthouse',
  testIgnore: [],
  globalSetup: './e2e/lighthouse/demo.ts',
  outputDir: 'e2e/results/lighthouse',
  fullyParallel: false,
  workers: 1,
  timeout: 600_000,
  projects: [{ name: 'lighthouse' }],
})
