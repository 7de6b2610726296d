import type { ConsumeMessage } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { createProgram, type Program, type ProgramResult, type RunningProgram } from '../cli-program.ts'

const STREAM = 'parcel.c0000000-0000-4000-8000-000000000001'
const ENV = {
  PARCEL_DESK_AMQP_PASSWORD: 'guest',
  PARCEL_DESK_BASE_URL: undefined,
  PARCEL_DESK_USERNAME: undefined,
  PARCEL_DESK_PASSWORD: undefined,
}
const printedLine = z.object({ raw: z.string() })
const stored = z.object({ raw: z.string(), source: z.string(), received: z.number() })

let broker: BorrowedBroker
let program: Program
let running: RunningProgram | undefined

beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())
beforeEach(async () => {
  program = await createProgram('http://127.0.0.1:9')
  await declareStream()
})
afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.result
  running = undefined
  await program.remove()
  await broker.deleteQueue(STREAM)
})

const declareStream = async (limits: Record<string, unknown> = {}): Promise<void> =>
  await broker.declareQueue(STREAM, { 'x-queue-type': 'stream', ...limits })

const wordsOf = (...more: string[]): string[] => {
  return ['watch', '--amqp-url', `amqp://guest@127.0.0.1:${broker.port}`, '--stream', STREAM, '--json', ...more]
}
const watch = async (...more: string[]): Promise<ProgramResult> => await program.runHere(wordsOf(...more), { env: ENV })
const rawIn = ({ stdout }: ProgramResult): string[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => printedLine.parse(JSON.parse(line)).raw)
/** The body of the first message that the broker still keeps. */
const firstKept = async (): Promise<string> =>
  await onChannel(broker.url, async (channel) => {
    await channel.prefetch(1)
    const first = Promise.withResolvers<string>()
    const take = (message: ConsumeMessage | null): void => first.resolve(message?.content.toString() ?? '')
    await channel.consume(STREAM, take, { arguments: { 'x-stream-offset': 'first' } })
    return await first.promise
  })
const inbox = async (): Promise<z.output<typeof stored>[]> =>
  z.array(stored).parse(JSON.parse((await program.runHere(['inbox', '--json'])).stdout))

describe('watch --stream', () => {
  it('reads from the first message and leaves the stream as it is for others', async () => {
    const bodies = statusMessages(300)
    await broker.publish(STREAM, bodies)
    const result = await watch('--from', 'first', '--count', '300')
    expect(result).toMatchObject({ code: 0 })
    expect(rawIn(result)).toEqual(bodies)
    expect(result.stderr).not.toContain('reach no other program')
    const other = await createProgram('http://127.0.0.1:9')
    const again = await other.run(wordsOf('--from', 'first', '--count', '300'), { env: ENV })
    await other.remove()
    expect(rawIn(again)).toEqual(bodies)
    expect((await inbox()).every(({ source, received }) => source === 'stream' && received === 1)).toBe(true)
  })

  it('goes on where it was left, whatever --from says, and stores nothing twice', async () => {
    await broker.publish(STREAM, statusMessages(10))
    expect(rawIn(await watch('--from', 'first', '--count', '4'))).toEqual(statusMessages(4))
    expect(rawIn(await watch('--from', 'now', '--count', '6'))).toEqual(statusMessages(6, 4))
    await broker.publish(STREAM, [statusMessage(10)])
    expect(rawIn(await watch('--count', '1'))).toEqual([statusMessage(10)])
    expect((await inbox()).map(({ received }) => received)).toEqual(Array.from({ length: 11 }, () => 1))
  })

  it('begins with the next message where nothing else is said', async () => {
    await broker.publish(STREAM, statusMessages(5))
    running = program.start(wordsOf('--count', '1'), { env: ENV })
    const { said, result } = running
    await expect.poll(said).toContain('arrive from')
    await broker.publish(STREAM, [statusMessage(5)])
    expect(rawIn(await result)).toEqual([statusMessage(5)])
  })

  it('begins with a day, also where the queue is forbidden', async () => {
    await broker.publish(STREAM, statusMessages(5))
    const env = { ...ENV, PARCEL_DESK_FORBID_QUEUE: '1' }
    const result = await program.runHere(wordsOf('--from', '2020-01-01', '--count', '5'), { env })
    expect(rawIn(result)).toEqual(statusMessages(5))
  })

  it('notices that the stream was deleted and made anew, and reads it from its beginning', async () => {
    await broker.publish(STREAM, statusMessages(20))
    await watch('--from', 'first', '--count', '20')
    await broker.deleteQueue(STREAM)
    await declareStream()
    // As long as the one before: at the same place there is another message.
    await broker.publish(STREAM, statusMessages(25, 100))
    const result = await watch('--count', '25')
    expect(result.stderr).toContain('was deleted and made anew')
    expect(rawIn(result)).toEqual(statusMessages(25, 100))
    expect(await inbox()).toHaveLength(45)
  })

  it('notices it too where the new stream is shorter, and so its place lies beyond the end', async () => {
    await broker.publish(STREAM, statusMessages(20))
    await watch('--from', 'first', '--count', '20')
    await broker.deleteQueue(STREAM)
    await declareStream()
    await broker.publish(STREAM, statusMessages(3, 100))
    // Nothing comes for twenty seconds, which are two of this clock.
    const result = await program.runHere(wordsOf('--count', '3'), { env: ENV, clock: createQuickClock(10) })
    expect(rawIn(result)).toEqual(statusMessages(3, 100))
    expect(result.stderr).toContain('was deleted and made anew')
  })

  it('says which messages are gone where retention has passed it, and reads the rest', async () => {
    await broker.deleteQueue(STREAM)
    // Only whole segments are dropped. With segments smaller than what is written at once, a broker may stop delivering.
    await declareStream({ 'x-stream-max-segment-size-bytes': 20_000, 'x-max-length-bytes': 40_000 })
    await broker.publish(STREAM, [statusMessage(0)])
    await watch('--from', 'first', '--count', '1')
    let published = 1
    do {
      for (let batch = 0; batch < 10; batch += 1) {
        await broker.publish(STREAM, statusMessages(50, published))
        published += 50
      }
      // The broker drops segments some time after it closed them.
    } while ((await firstKept()) === statusMessage(0))
    running = program.start(wordsOf(), { env: ENV })
    const { child, said, printed, result } = running
    await expect.poll(printed).toContain(JSON.stringify(statusMessage(published - 1)))
    child.kill('SIGINT')
    expect(said()).toMatch(/no longer keeps what came between place 0 and place \d+ of “parcel\./)
    // Places are not numbers of messages: the broker keeps notes of its own in between.
    const read = rawIn(await result)
    expect(read).toEqual(statusMessages(read.length, published - read.length))
  })

  it('says that a queue is no stream, and takes nothing from it', async () => {
    await broker.declareQueue('a-queue')
    await broker.publish('a-queue', [statusMessage(1)])
    const words = ['watch', '--amqp-url', `amqp://guest@127.0.0.1:${broker.port}`, '--stream', 'a-queue']
    running = program.start(words, { env: ENV })
    await expect.poll(running.said).toContain('“a-queue” is a queue, not a stream')
    running.child.kill('SIGINT')
    await running.result
    expect(await onChannel(broker.url, (channel) => channel.checkQueue('a-queue'))).toMatchObject({ messageCount: 1 })
  })

  it('is refused together with --queue, and --from without it', async () => {
    expect(await watch('--queue', 'x')).toMatchObject({ code: 2 })
    const words = ['watch', '--amqp-url', 'amqp://guest@127.0.0.1', '--queue', 'x', '--from', 'first']
    const { code, stderr } = await program.runHere(words, { env: ENV })
    expect(code).toBe(2)
    expect(stderr).toContain('--from says where to begin a stream')
  })
})
