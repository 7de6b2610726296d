import { parseArgs } from 'node:util'
import { takeBare } from './take-bare.ts'
import { takeOurs } from './take-ours.ts'
import type { Consumed, Order } from './order.ts'

/*
 * One consumer as a process of its own, so that its processor time and memory are its own: says “ready” when it consumes,
 * then one line of figures when it has taken and acknowledged all.
 */

const options = { kind: { type: 'string' }, url: { type: 'string' }, queue: { type: 'string' } } as const
const limits = { count: { type: 'string' }, prefetch: { type: 'string' }, folder: { type: 'string' } } as const
const { values } = parseArgs({ options: { ...options, ...limits, times: { type: 'boolean' } } })

const { kind = '', url = '', queue = '', folder = '' } = values
const order: Order = {
  url,
  queue,
  folder,
  count: Number(values.count),
  prefetch: Number(values.prefetch),
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)
const cpuBefore = process.cpuUsage()
const taken = await (kind === 'bare' ? takeBare : takeOurs)(order, () => say('ready'))
const { user, system } = process.cpuUsage(cpuBefore)
const consumed: Consumed = {
  seconds: (taken.endMs - taken.beginMs) / 1000,
  cpuSeconds: (user + system) / 1e6,
  peakBytes: process.resourceUsage().maxRSS * 1024,
  acknowledgedAtMs: values.times === true ? taken.acknowledgedAtMs : [],
}
say(JSON.stringify(consumed))
