import { onTestFinished } from 'vitest'

/** Lets the code under test believe itself on another system, until the test ends. */
export function asPlatform(platform: NodeJS.Platform): void {
  const real = process.platform
  Object.defineProperty(process, 'platform', { value: platform })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: real })
  })
}
