import { defineConfig } from 'vitest/config'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { SOAK } from './test/runner/soak.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { WORKERS } from './test/runner/workers.ts'
// oxlint-disable-next-line no-restricted-imports -- it configures the tests
import { testsWithoutBroker } from './test/support/needs-broker.ts'

const every = {
  // Without a process for each file, which in some layers would take four times as long as the tests: none changes what is shared.
  isolate: false,
  // The slowest; all of them still run by hand.
  tags: [{ name: SOAK, description: 'run by npm run soak alone' }],
  // No test is a test of speed: one that waits, waits for what it can see. It hangs when that has not come after minutes, which
  // is far longer than the slowest machine needs and shorter than the silence that ends a run (test/runner/run-step.ts).
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
}

/** One project a layer, so that the runner can name, time and count each of them. */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], ...every } },
      {
        // What is inlined below names sources that its package does not have.
        logLevel: 'error',
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          // It imports a JSON file as no Node does.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
          ...every,
        },
      },
      {
        test: {
          // The built desktop without Electron: against a stand-in of its module, and packed round one of its binary.
          name: 'boot',
          include: ['test/boot/**/*.test.ts', 'test/packaged/**/*.test.ts'],
          ...every,
        },
      },
      { test: { name: 'corpus', include: ['test/corpus/**/*.test.ts'], ...every } },
      {
        // The command line on Windows, or as a Windows program under Wine: test/windows. A policy in the registry is for all.
        test: {
          name: 'windows',
          include: ['test/windows/**/*.test.ts'],
          fileParallelism: false,
          ...every,
        },
      },
      {
        // Real servers, real disks and child processes.
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: testsWithoutBroker(),
          globalSetup: 'test/support/lend-brokers.ts',
          ...every,
        },
      },
    ],
  },
})
