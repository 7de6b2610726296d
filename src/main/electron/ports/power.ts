import { powerMonitor } from 'electron'
import type { PowerPort } from '../../desk/power.ts'

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
