import { powerMonitor, powerSaveBlocker } from 'electron'
import type { PowerPort } from '../../desk/desk-ports.ts'
import type { RunningJobs } from '../desk-state.ts'

/** Sleep ends, or somebody comes back to a locked computer, whose network may have gone and come again meanwhile. */
const WAKES = ['resume', 'unlock-screen'] as const

export function createNativePower(): PowerPort {
  return {
    onWake: (listener) => {
      // Each name by itself: the types of Electron know no listener for either of them.
      powerMonitor.on(WAKES[0], listener)
      powerMonitor.on(WAKES[1], listener)
      return () => {
        powerMonitor.off(WAKES[0], listener)
        powerMonitor.off(WAKES[1], listener)
      }
    },
  }
}

/** Keeps the computer from falling asleep while documents are saved; the screen may go dark. */
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
