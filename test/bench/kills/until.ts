import { setTimeout as pause } from 'node:timers/promises'

/** False where it does not become true within two minutes. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<boolean> {
  const endMs = performance.now() + 120_000
  while (!(await isTrue())) {
    if (performance.now() > endMs) return false
    await pause(100)
  }
  return true
}
