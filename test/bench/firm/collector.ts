import { parseArgs } from 'node:util'
import { nowMs } from '../feed/order.ts'
import { collectBare } from './collect-bare.ts'
import { collectOurs } from './collect-ours.ts'
import type { Collecting } from './collector-bench.ts'

/* One collector as a process of its own; says one line of figures when all is taken, published and acknowledged. */

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { kind: text, port: text, count: text, folder: text } })
const { kind, port, count, folder = '' } = values
const order = { port: Number(port), count: Number(count), folder }
const cpuBefore = process.cpuUsage()
const { beginMs, endMs } = await (kind === 'bare' ? collectBare : collectOurs)(order)
const listedMs = nowMs()
const { user, system } = process.cpuUsage(cpuBefore)
const collected: Collecting = {
  seconds: (endMs - beginMs) / 1000,
  listedSeconds: (listedMs - beginMs) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  acknowledgedAtMs: [],
}
process.stdout.write(`${JSON.stringify(collected)}\n`)
