import { statfsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { cannotMount } from '../../support/mounted-folder.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { mountMemory } from '../../support/test-mount.ts'
import { createProgram } from '../cli-program.ts'

const QUEUE = 'limited'
const SOON = { interval: 50 }
const BODIES = statusMessages(300, 1)

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

describe.skipIf(cannotMount !== undefined)('watch at a quorum queue, with a disk that is really full', () => {
  it(
    'takes nothing while it is full, however often it is started, and holds what came when it filled up',
    { tags: 'soak' },
    async () => {
      await broker.declareQueue(QUEUE, { 'x-queue-type': 'quorum', 'x-delivery-limit': 3 })
      const program = await createProgram('http://127.0.0.1:9')
      onTestFinished(program.remove)
      const data = path.join(program.folder, 'small')
      await mountMemory(data, '24m')
      const url = `amqp://guest@127.0.0.1:${broker.port}`
      const words = ['watch', '--amqp-url', url, '--queue', QUEUE, '--data-dir', data, '--prefetch', '100']
      const env = {
        PARCEL_DESK_AMQP_PASSWORD: 'guest',
        PARCEL_DESK_BASE_URL: undefined,
        PARCEL_DESK_USERNAME: undefined,
      }
      const filler = path.join(data, 'filler')
      const fill = async (): Promise<void> => {
        const { bavail, bsize } = statfsSync(data)
        await writeFile(filler, Buffer.alloc(bavail * bsize))
      }
      await broker.publish(QUEUE, statusMessages(1))
      expect(await program.runHere([...words, '--count', '1'], { env })).toMatchObject({ code: 0 })

      await fill()
      await broker.publish(QUEUE, BODIES)
      for (let start = 0; start < 5; start += 1) {
        const { code, stderr } = await program.runHere([...words, '--for', '0.5'], { env })
        expect({ code, stderr }).toEqual({
          code: 7,
          stderr: expect.stringMatching(/could not be (stored|read or written)/),
        })
        expect(await broker.count(QUEUE)).toBe(300)
      }
      await rm(filler)

      const { said, printed, child, result } = program.start(words, { env })
      const lines = (): number =>
        printed()
          .split('\n')
          .filter((line) => line !== '').length
      await expect.poll(lines, SOON).toBe(300)
      await fill()
      await broker.publish(QUEUE, statusMessages(300, 301))
      await expect.poll(said, SOON).toContain('Messages could not be stored.')
      expect(said()).toContain('nothing new is taken')
      await rm(filler)
      await expect.poll(lines, { ...SOON, timeout: 60_000 }).toBe(600)
      child.kill('SIGINT')
      await result
      expect(await broker.count(QUEUE)).toBe(0)
    },
  )
})
