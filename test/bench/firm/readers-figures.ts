import { z } from 'zod'

/** Streams that each reader follows. */
export const FOLLOWED = 5

/** What a process of readers says at its end. */
export const readersFigures = z.object({
  latencies: z.array(z.tuple([z.number(), z.number()])),
  /** Of the process, in bytes, every five seconds. */
  memory: z.array(z.number()),
  /** From connections and files. */
  readBytes: z.number(),
  cpuSeconds: z.number(),
})

export type ReadersFigures = z.output<typeof readersFigures>
