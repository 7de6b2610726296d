import { powerMonitor, powerSaveBlocker } from 'electron'
import type { PowerPort } from '../../desk/desk-ports.ts'
import type { RunningJobs } from '../desk-state.ts'

/** After sleep, and after unlocking: the network may have been down in the meantime. */
const WAKES = ['resume', 'unlock-screen'] as const

export function createNativePower(): PowerPort {
  return {
    onWake: (listener) => {
      // One by one, because Electron's types have no overload for a union of event names.
      powerMonitor.on(WAKES[0], listener)
      powerMonitor.on(WAKES[1], listener)
      return () => {
        powerMonitor.off(WAKES[0], listener)
        powerMonitor.off(WAKES[1], listener)
      }
    },
  }
}

/** Prevents sleep while documents are saved; the screen may turn off. */
export function keepAwake(jobs: RunningJobs): void {
  let blocker: number | undefined
  jobs.onChange(() => {
    const isSaving = jobs.ids().length > 0
    if (isSaving) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    if (isSaving || blocker === undefined) return
    powerSaveBlocker.stop(blocker)
    blocker = undefined
  })
}
