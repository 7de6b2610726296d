import type { PowerPort } from '../../src/main/desk/desk-ports.ts'

/** A computer that wakes when it is told to. */
export interface ScriptedPower extends PowerPort {
  wake(): void
}

export function createScriptedPower(): ScriptedPower {
  const listeners = new Set<() => void>()
  return {
    onWake: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake: () => {
      for (const listener of listeners) listener()
    },
  }
}
