import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import type { Manners } from '../../support/service-manners.ts'
import type { BenchService } from './nginx-server.ts'

const PROGRAM = path.join(import.meta.dirname, 'mannered-server.ts')

export const mannersOrder = z.object({
  siteRoot: z.string(),
  manners: z.object({
    delayMs: z.number(),
    bears: z.number().optional(),
    quota: z.object({ calls: z.number(), seconds: z.number() }).optional(),
    stalls: z.object({ every: z.number(), ms: z.number() }).optional(),
  }),
})

const started = z.tuple([z.object({ port: z.number() })]).rest(z.unknown())
const counted = z.tuple([z.object({ calls: z.number(), refused: z.number() })]).rest(z.unknown())

/** A process of its own, so that it does not share the one core of this one with the measuring. */
export async function startMannered(siteRoot: string, manners: Manners): Promise<BenchService> {
  const child = fork(PROGRAM, [JSON.stringify({ siteRoot, manners })])
  const [{ port }] = started.parse(await once(child, 'message'))
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    counts: async () => {
      child.send('counts')
      const [counts] = counted.parse(await once(child, 'message'))
      return counts
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
