// The browser of the system (CHROMIUM), or the one that Playwright downloaded. Beside it a headless
// shell may stand: the same engine without a window to draw, for a quarter less of the processors'
// time. It blocks no windows, reads no settings and breaks sheets of paper in other places: what
// that is about takes the whole browser.
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LaunchOptions } from '@playwright/test'

const system = process.env['CHROMIUM']
const shell = system && path.join(path.dirname(system), 'chromium-headless-shell')

// Of two lists of features the last one counts: Playwright's own, as far as it reaches a page, and
// ours. A spare renderer is a process that Chromium starts ahead for the next page. Here each test
// is another visitor, who gets processes of their own, and the spare ones went unused: without them
// tests take a twelfth less of the processors' time.
const without = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
]
const args = [
  '--disable-features=' + without.join(','),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

export const wholeBrowser: LaunchOptions = {
  args,
  ...(system ? { executablePath: system } : { channel: 'chromium' }),
}

export const usualBrowser: LaunchOptions = {
  args,
  ...(system && { executablePath: shell && existsSync(shell) ? shell : system }),
}
