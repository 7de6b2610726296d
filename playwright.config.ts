import { defineConfig } from 'playwright/test'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import type { HostOptions } from './test/e2e/desk-test.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { WORKERS } from './test/runner/workers.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { testsWithoutBroker } from './test/support/needs-broker.ts'

/** One spec, three hosts: the browser shell in an installed Chromium, an origin like Electron’s there, and Electron where its binary is. */
export default defineConfig<object, HostOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: testsWithoutBroker().map((file) => `**/${file}`),
  globalSetup: './test/support/lend-brokers.ts',
  fullyParallel: true,
  workers: WORKERS,
  // No journey is a test of speed: one that waits, waits for what it can see, and hangs when that has not come after minutes.
  timeout: 240_000,
  expect: { timeout: 120_000, toPass: { timeout: 120_000 } },
  reporter: 'line',
  outputDir: 'node_modules/.cache/e2e',
  // Shorter than a journey's, so that one that hangs says where.
  use: { viewport: { width: 1440, height: 900 }, actionTimeout: 120_000, navigationTimeout: 120_000 },
  projects: [
    { name: 'shell', use: { host: 'shell' } },
    // What could depend on the page’s origin: what is read, printed, copied, dragged, opened beside and loaded again.
    // One browser after the other would cost as much to start as each of these journeys.
    { name: 'app-origin', use: { host: 'app-origin' }, grep: /@app-origin/, workers: 1 },
    {
      name: 'electron',
      use: { host: 'electron' },
      testDir: 'test',
      testMatch: ['e2e/**/*.spec.ts', 'electron-host/**/*.spec.ts'],
    },
  ],
})
