import type { Endpoint } from './route-request.ts'

export interface Gate {
  /** How many requests stand before it. */
  readonly waiting: number
  open(): void
}

export interface Gates {
  /** Lets as many requests pass as it is told before it closes, so that a test can act in the middle of something. */
  hold(match: Endpoint | 'any', letPass?: number): Gate
  /** Waits until no closed gate stands before this endpoint. */
  pass(endpoint: Endpoint): Promise<void>
  openAll(): void
}

interface ClosedGate {
  match: Endpoint | 'any'
  /** How many requests still pass. */
  letsPass: number
  opened: Promise<void>
  waiting: number
  open(): void
}

export function createGates(): Gates {
  const closed = new Set<ClosedGate>()
  return {
    hold: (match, letsPass = 0) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const gate: ClosedGate = { match, letsPass, opened: promise, waiting: 0, open: resolve }
      closed.add(gate)
      gate.open = () => {
        closed.delete(gate)
        resolve()
      }
      return gate
    },
    pass: async (endpoint) => {
      for (const gate of closed) {
        if (gate.match !== 'any' && gate.match !== endpoint) continue
        if (gate.letsPass > 0) {
          gate.letsPass -= 1
          continue
        }
        gate.waiting += 1
        await gate.opened
        gate.waiting -= 1
      }
    },
    openAll: () => {
      for (const gate of closed) gate.open()
    },
  }
}
