import { defineConfig } from '@playwright/test'
import base from './playwright.config'

// Staff sign in through the real Keycloak. The last project breaks things for everybody, so it runs
// after the rest, one test at a time.
export default defineConfig({
  ...base,
  testDir: 'e2e/keycloak',
  testIgnore: [],
  outputDir: 'e2e/results/keycloak',
  globalSetup: './e2e/keycloak/start.ts',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // a first sign-in takes Keycloak ten seconds on a busy machine
  use: { ...base.use, actionTimeout: 30_000 },
  projects: [
    { name: 'staff', testIgnore: '**/upheaval.spec.ts' },
    {
      name: 'upheaval',
      testMatch: '**/upheaval.spec.ts',
      dependencies: ['staff'],
      fullyParallel: false,
      workers: 1,
    },
  ],
})
