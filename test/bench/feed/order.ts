import { z } from 'zod'

export interface Order {
  url: string
  queue: string
  count: number
  prefetch: number
  /** Where what stores may store. */
  folder: string
}

export interface Taken {
  /** When the first message came; all by `nowMs`. */
  beginMs: number
  /** When the last acknowledgement was sent. */
  endMs: number
  /** For each message in the order of the queue. */
  acknowledgedAtMs: number[]
}

export const consumed = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  peakBytes: z.number(),
  acknowledgedAtMs: z.array(z.number()),
})

export type Consumed = z.output<typeof consumed>

/** The same for every process of this computer. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
