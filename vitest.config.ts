import { defineConfig } from 'vitest/config'

/** One project a layer, so that the runner can name, time and count each of them. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], testTimeout: 10_000, hookTimeout: 10_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], testTimeout: 20_000 } },
      {
        test: {
          // The built desktop without Electron: against a stand-in of its module, and packed round one of its binary.
          name: 'boot',
          include: ['test/boot/**/*.test.ts', 'test/packaged/**/*.test.ts'],
          // Each start is a process of its own.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          // Real servers, real disks and child processes, on a machine that may have two cores.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
