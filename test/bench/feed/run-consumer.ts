import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { consumed, type Consumed, type Order } from './order.ts'

export interface ConsumerRun extends Order {
  kind: 'bare' | 'ours'
  /** Whether each message’s time is wanted. */
  hasTimes: boolean
}

const PROGRAM = join(import.meta.dirname, 'consumer.ts')

/** Runs a consumer to its end. `onReady` when it consumes; its inbox is in a folder for this run alone. */
export async function runConsumer(run: ConsumerRun, onReady: () => Promise<void>): Promise<Consumed> {
  const folder = await mkdtemp(join(run.folder, 'inbox-'))
  const { kind, url, queue, count, prefetch, hasTimes } = run
  const words = [`--kind=${kind}`, `--url=${url}`, `--queue=${queue}`, `--folder=${folder}`]
  const limits = [`--count=${count}`, `--prefetch=${prefetch}`, ...(hasTimes ? ['--times'] : [])]
  const child = spawn(process.execPath, [PROGRAM, ...words, ...limits], { stdio: ['ignore', 'pipe', 'inherit'] })
  let last = ''
  let publishing: Promise<void> | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') publishing ??= onReady()
    else last = line
  }
  await publishing
  await rm(folder, { recursive: true })
  if (last === '') throw new Error(`The consumer “${kind}” ended without figures.`)
  return consumed.parse(JSON.parse(last))
}
