import { onTestFinished } from 'vitest'

/** Makes the code under test believe it is on another system, until the test ends. */
export function asPlatform(platform: NodeJS.Platform): void {
  const real = process.platform
  Object.defineProperty(process, 'platform', { value: platform })
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: real })
  })
}
