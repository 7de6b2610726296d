import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { createProgram } from '../integration/cli-program.ts'
import { type BorrowedBroker, borrowBroker, LENDER } from '../support/borrow-broker.ts'
import { statusMessages } from '../support/status-messages.ts'

const QUEUE = 'watched-on-windows'
const raws = z.array(z.object({ raw: z.string() }))

/** A real RabbitMQ of the system that runs Wine; there is none on a Windows that has none to lend. */
describe.skipIf((process.env[LENDER] ?? '') === '')('watch on Windows', () => {
  let broker: BorrowedBroker
  beforeAll(async () => {
    broker = await borrowBroker()
    await broker.declareQueue(QUEUE)
  })
  afterAll(() => broker.stop())

  it('stores what a real broker has, killed in the middle, and leaves nothing in the queue', async () => {
    const program = await createProgram('http://127.0.0.1:9')
    onTestFinished(program.remove)
    const env = { PARCEL_DESK_AMQP_PASSWORD: 'guest' }
    const words = ['watch', '--amqp-url', `amqp://guest@127.0.0.1:${broker.port}`, '--queue', QUEUE, '--json']
    const bodies = statusMessages(800)
    await broker.publish(QUEUE, bodies)
    const killed = program.start(words, { env })
    await expect.poll(() => killed.printed().split('\n').length).toBeGreaterThan(100)
    killed.child.kill()
    await killed.result
    const inbox = async (): Promise<string[]> => {
      const { stdout } = await program.run(['inbox', '--json'], { env })
      return raws.parse(JSON.parse(stdout)).map(({ raw }) => raw)
    }
    // One message is certainly missing: a program that is killed may have stored all and acknowledged none.
    const [last = ''] = statusMessages(1, bodies.length)
    await broker.publish(QUEUE, [last])
    const missing = bodies.length + 1 - (await inbox()).length
    const { code } = await program.run([...words, '--count', String(missing)], { env })
    expect(code).toBe(0)
    expect((await inbox()).toSorted()).toEqual([...bodies, last].toSorted())
    await expect.poll(() => broker.count(QUEUE)).toBe(0)
  })
})
