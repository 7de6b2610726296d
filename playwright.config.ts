import { defineConfig } from 'playwright/test'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import type { HostOptions } from './test/e2e/desk-test.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { WORKERS } from './test/runner/workers.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { testsWithoutBroker } from './test/support/needs-broker.ts'

/** One spec, two hosts: the browser shell in an installed Chromium, and Electron where its binary is. */
export default defineConfig<HostOptions>({
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
    {
      name: 'electron',
      use: { host: 'electron' },
      testDir: 'test',
      testMatch: ['e2e/**/*.spec.ts', 'electron-host/**/*.spec.ts'],
    },
  ],
})
