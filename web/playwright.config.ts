import { defineConfig } from '@playwright/test'
import { usualBrowser } from './e2e/browser'
import { leftOut } from './e2e/long'

// The visitor's browser is far from here and speaks another language: nothing on the page may
// follow it.
const abroad = { timezoneId: 'America/New_York', locale: 'en-US' }

export default defineConfig({
  testDir: 'e2e',
  // each has a configuration of its own
  testIgnore: ['**/keycloak/**', '**/compose/**', '**/firefox/**', '**/lighthouse/**'],
  outputDir: 'e2e/results',
  globalSetup: './e2e/demo.ts',
  grepInvert: leftOut,
  fullyParallel: true,
  forbidOnly: true,
  // On a busy machine a browser is now and then too late. A test that passes at its second try is
  // named as flaky; one that fails twice fails.
  retries: process.env['CI'] ? 1 : 0,
  // More than the two cores of a small machine: tests wait for pages as often as they draw them.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...abroad,
    viewport: { width: 390, height: 844 },
    actionTimeout: 20_000,
    trace: 'on-first-retry', // a trace of every test costs a fifth of the processors' time
    launchOptions: usualBrowser,
  },
  projects: [
    { name: 'with JavaScript' },
    {
      name: 'without JavaScript',
      testMatch: '**/task-*.spec.ts',
      testIgnore: '**/task-staff-*',
      use: { javaScriptEnabled: false },
    },
  ],
})
