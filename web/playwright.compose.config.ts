import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// Staff of a stack that cmd/check has installed and keeps running. Its certificates come from an
// authority of its own, whose keys (KEYS) the browser is told to trust; Node gets the authority's
// certificate in NODE_EXTRA_CA_CERTS. No other fault of a certificate is passed over: a service
// worker would not start with one.
const launch = base.use!.launchOptions!

export default defineConfig({
  ...base,
  testDir: 'e2e/compose',
  testIgnore: [],
  outputDir: 'e2e/results/compose',
  globalSetup: './e2e/compose/stack.ts',
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    ...base.use,
    actionTimeout: 30_000,
    launchOptions: {
      ...launch,
      args: [...launch.args!, '--ignore-certificate-errors-spki-list=' + process.env['KEYS']],
    },
  },
  projects: [{ name: 'stack' }],
})
