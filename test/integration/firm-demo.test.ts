import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startFirmDemo } from '../demo/firm-demo.ts'
import { borrowBroker, type BorrowedBroker } from '../support/borrow-broker.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(async () => {
  await broker.reset()
  await broker.stop()
})

it(
  'the demo of a firm shows each change on three desks, and ends with everything that it started',
  { tags: 'soak' },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'firm-demo-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const lines: string[] = []
    const demo = await startFirmDemo({ broker, folder, savedDir: folder, say: (line) => void lines.push(line) })
    await expect.poll(() => lines.at(0)).toMatch(/^Change \d+: on the desks after \d+, \d+, \d+ ms\.$/)
    expect(demo.desks).toHaveLength(3)
    for (const { url } of demo.desks) expect((await fetch(url)).status).toBe(200)
    await demo.stop()
    expect(() => process.kill(demo.collector, 0)).toThrow('ESRCH')
    for (const { url } of demo.desks) await expect(fetch(url)).rejects.toThrow('fetch failed')
  },
)
