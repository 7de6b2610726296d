import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defaultBytes } from '../../../src/shared/model/size-limits.ts'
import { changeState } from '../../exchange-service/change-state.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { filesBelow } from '../../support/temp-folder.ts'
import { createProgram, type Program, type ProgramOptions, type RunningProgram } from '../cli-program.ts'

/** Also the password of the broker’s user; contains characters that other encodings write differently. */
const SECRET = 'Marked-Secret/+ "1" ß%&='
const MARKED = Buffer.from(SECRET)
const NO_SERVICE = {
  PARCEL_DESK_BASE_URL: undefined,
  PARCEL_DESK_USERNAME: undefined,
  PARCEL_DESK_PASSWORD: undefined,
}
const SOON = { interval: 20 }
const NOWHERE = 'amqp://marked@127.0.0.1:9'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
  await broker.addUser('marked', SECRET)
})
afterAll(() => broker.stop())

let program: Program
let queue: string
let count = 0
beforeEach(async () => {
  program = await createProgram('http://127.0.0.1:9')
  count += 1
  queue = `watched-${count}`
  await broker.declareQueue(queue)
})
afterEach(() => program.remove())

const wordsOf = (...more: string[]): string[] => {
  const [url, name] = [`amqp://marked@127.0.0.1:${broker.port}`, queue]
  return ['watch', '--amqp-url', url, '--queue', name, '--json', ...more]
}
const watch = async (words: string[], env: ProgramOptions['env'] = {}) =>
  await program.runHere(wordsOf(...words), { env: { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET, ...env } })
const record = z.record(z.string(), z.unknown())
const linesOf = (stdout: string): z.output<typeof record>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => record.parse(JSON.parse(line)))
const inbox = async (): Promise<z.output<typeof record>[]> => {
  const { stdout } = await program.runHere(['inbox', '--json'])
  return z.array(record).parse(JSON.parse(stdout))
}

/** A message that names a set, padded to `bytes`. */
function statusOfBytes(bytes: number): string {
  const [start, end] = ['{"setId":"s","newStatus":"Signed","message":"', '"}']
  return start + 'x'.repeat(bytes - start.length - end.length) + end
}

describe('watch at a real broker', () => {
  it('prints a backlog in order, stores it, and leaves nothing in the queue', async () => {
    const bodies = statusMessages(500)
    await broker.publish(queue, bodies)
    const { code, stdout } = await watch(['--count', '500'])
    expect(code).toBe(0)
    expect(linesOf(stdout).map(({ raw }) => raw)).toEqual(bodies)
    expect((await inbox()).map(({ raw, received }) => [raw, received])).toEqual(bodies.map((body) => [body, 1]))
    expect(await broker.count(queue)).toBe(0)
  })

  it('takes exactly --count of it, and leaves the rest for the next run', async () => {
    await broker.publish(queue, statusMessages(10))
    expect(linesOf((await watch(['--count', '3'])).stdout)).toHaveLength(3)
    await expect.poll(() => broker.count(queue), SOON).toBe(7)
    expect(linesOf((await watch(['--count', '7'])).stdout)).toHaveLength(7)
    expect((await inbox()).map(({ raw }) => raw)).toEqual(statusMessages(10))
  })

  it('prints an unreadable message, keeps it, and takes it from the queue (T41)', async () => {
    const large = statusOfBytes(defaultBytes('largestMessageMb'))
    const odd = { setId: 's', newStatus: 'Signed', actor: 7, updatedDate: [], customerId: {}, more: { deep: [1] } }
    const latin = Buffer.from('{"setId":"s","newStatus":"Signé"}', 'latin1')
    const utf16 = Buffer.from('{"setId":"s","newStatus":"Signed"}', 'utf16le')
    await broker.publish(queue, ['no JSON', '', large, JSON.stringify(odd), latin, utf16, '{"setId":7}', '[]'])
    const { code, stdout } = await watch(['--count', '8'])
    expect(code).toBe(0)
    expect(linesOf(stdout)).toMatchObject([
      { unreadable: true, raw: 'no JSON', reason: 'it is not JSON' },
      { unreadable: true, raw: '', reason: 'it is empty' },
      { setId: 's', raw: large },
      { setId: 's', state: 'signed', actor: null, updatedDate: null, updatedAt: null, customerId: null },
      { unreadable: true, reason: 'it is not text in UTF-8' },
      { unreadable: true, reason: 'it is not JSON' },
      { unreadable: true, reason: 'it names no set (setId)' },
      { unreadable: true, reason: 'it is JSON, but no object' },
    ])
    expect(await inbox()).toHaveLength(8)
    expect(await broker.count(queue)).toBe(0)
  })

  it('keeps the beginning of an oversized message with its size, and takes it from the queue (T41)', async () => {
    const large = statusOfBytes(10_000_000)
    await broker.publish(queue, [large, statusMessage(1)])
    const { code, stdout } = await watch(['--count', '2'])
    expect(code).toBe(0)
    const remark = '\n[cut here: the message has 10 MB, and at most 1.0 MB are kept]'
    const kept = `${large.slice(0, defaultBytes('largestMessageMb'))}${remark}`
    expect(linesOf(stdout)).toEqual([
      { unreadable: true, raw: kept, reason: 'it is not JSON' },
      expect.objectContaining({ raw: statusMessage(1) }),
    ])
    expect((await inbox()).map(({ raw }) => raw)).toEqual([kept, statusMessage(1)])
    expect(await broker.count(queue)).toBe(0)
  })

  it('says where messages come from, and that they reach no other program', async () => {
    await broker.publish(queue, [statusMessage(1)])
    const { code, stdout, stderr } = await watch(['--count', '1'])
    expect(code).toBe(0)
    expect(linesOf(stdout)).toHaveLength(1)
    expect(stderr).toContain('messages taken here reach no other program.')
    expect(stderr).toContain(`Messages of “${queue}” arrive from 127.0.0.1:${broker.port}.`)
  })

  it('continues after the broker has cut its connection, and prints nothing twice', async () => {
    await broker.publish(queue, statusMessages(5))
    const { result, said } = program.start(wordsOf('--count', '10'), {
      env: { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET },
    })
    await expect.poll(said, SOON).toContain('arrive from')
    await expect.poll(() => broker.count(queue), SOON).toBe(0)
    await broker.closeConnections('for the test')
    await broker.publish(queue, statusMessages(10))
    const { code, stdout } = await result
    expect(code).toBe(0)
    expect(linesOf(stdout).map(({ raw }) => raw)).toEqual(statusMessages(10))
  })

  it('stores and acknowledges what has arrived when it is terminated, and ends with 130', async () => {
    const { child, result, said } = program.start(wordsOf(), {
      env: { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET },
    })
    await expect.poll(said, SOON).toContain('arrive from')
    await broker.publish(queue, statusMessages(300))
    child.kill('SIGINT')
    const { code, stdout } = await result
    expect(code).toBe(130)
    const printed = linesOf(stdout).map(({ raw }) => raw)
    expect((await inbox()).map(({ raw, received }) => [raw, received])).toEqual(printed.map((raw) => [raw, 1]))
    await expect.poll(() => broker.count(queue), SOON).toBe(300 - printed.length)
  })
})

describe('a queue that cannot be consumed', () => {
  it('because of the login is tried once and ends with 3', async () => {
    const { code, stdout, stderr } = await watch([], { PARCEL_DESK_AMQP_PASSWORD: 'wrong-secret' })
    expect(code).toBe(3)
    expect(linesOf(stdout)).toMatchObject([{ failure: { tag: 'broker-refused' } }])
    expect(stderr.match(/refused the user name or password/g)).toHaveLength(1)
    expect(stdout + stderr).not.toContain('wrong-secret')
  })

  it('because of the virtual host ends with 4 at once', async () => {
    const url = `amqp://marked@127.0.0.1:${broker.port}/nowhere`
    const { code, stdout } = await watch(['--amqp-url', url])
    expect(code).toBe(4)
    expect(linesOf(stdout)).toMatchObject([{ failure: { tag: 'virtual-host-refused' } }])
  })

  it('because it does not exist is waited for, and consumed once it exists', async () => {
    const env = { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET }
    const { result, said } = program.start(wordsOf('--queue', 'later', '--count', '1'), { env })
    await expect.poll(said, SOON).toContain('has no queue “later”')
    await broker.declareQueue('later')
    await broker.publish('later', [statusMessage(1)])
    expect(await result).toMatchObject({ code: 0 })
  })

  it('because nothing listens there is tried again, and ends with 4 if it was never live until --for was over', async () => {
    // However slow the machine: within a second it is refused, or has not even tried.
    expect(await watch(['--amqp-url', NOWHERE, '--for', '1'])).toMatchObject({ code: 4 })
    const env = { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET }
    const { child, result, said } = program.start(wordsOf('--amqp-url', NOWHERE), { env })
    await expect.poll(said, SOON).toContain('127.0.0.1:9 cannot be reached')
    child.kill('SIGINT')
    expect(await result).toMatchObject({ code: 130 })
  })
})

describe('the password of the broker', () => {
  it('is in no output, no argument and no file', async () => {
    await broker.publish(queue, [statusMessage(1)])
    const env = { ...NO_SERVICE, PARCEL_DESK_AMQP_PASSWORD: SECRET }
    const { child, result } = program.start(wordsOf('--count', '2', '--verbose'), { env })
    await expect.poll(() => filesBelow(program.folder), SOON).toContain('data/production/feed.sqlite')
    const argumentsOfProcess = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
    await broker.publish(queue, ['second'])
    const { code, stdout, stderr } = await result
    expect(code).toBe(0)
    const everything = [stdout, stderr, argumentsOfProcess, await program.everythingIn('.')].join('\n')
    for (const form of [SECRET, MARKED.toString('latin1'), MARKED.toString('base64'), encodeURIComponent(SECRET)]) {
      expect(everything).not.toContain(form)
    }
  })
})

describe('watch that saves documents', () => {
  it('keeps open what the service does not show yet, and the next run saves it', async () => {
    const data = demoData({ setsPerCustomer: 4 })
    const service = await startExchangeService({ data })
    const online = await createProgram(service.url)
    const [late, ready] = [data.sets[1] ?? expect.unreachable(), data.sets[2] ?? expect.unreachable()]
    const act = { actor: 'Marta Lind', company: 'Aurora Grain', at: new Date() }
    const messages = [late, ready].map((set) => changeState(set, { kind: 'titleHeld', ...act }))
    late.row.status = 'issued'
    await broker.publish(queue, messages)
    const start = (): RunningProgram =>
      online.start(wordsOf('--save-to', 'held', '--on-state', 'TITLE_HELD'), {
        env: { PARCEL_DESK_AMQP_PASSWORD: SECRET },
      })
    const savedOf = (set: typeof late): RegExp => new RegExp(`Set ${set.row.parcelRef}: \\d+ documents? saved to `)
    const lagging = `Set ${late.row.parcelRef}: The service still shows an earlier state of this set.`
    const first = start()
    await expect.poll(first.said, SOON).toContain(lagging)
    await expect.poll(first.said, SOON).toMatch(savedOf(ready))
    first.child.kill('SIGINT')
    expect(await first.result).toMatchObject({
      stderr: expect.stringContaining(`${lagging} It is kept for the next run.`),
    })
    late.row.status = 'title_held'
    const second = start()
    await expect.poll(second.said, SOON).toContain('The documents of 1 set are owed from before. They are tried again.')
    await expect.poll(second.said, SOON).toMatch(savedOf(late))
    second.child.kill('SIGINT')
    expect((await second.result).stderr).not.toContain('kept for the next run')
    const saved = (await filesBelow(`${online.folder}/held`)).filter((file) => file.endsWith('.pdf'))
    expect(saved).toHaveLength(late.documentKinds.length + ready.documentKinds.length)
    await service.close()
    await online.remove()
  })

  it('saves those of a set that reaches the state, found by a search, and none twice', async () => {
    const data = demoData({ setsPerCustomer: 4 })
    const service = await startExchangeService({ data })
    const online = await createProgram(service.url)
    const stored = data.sets[1] ?? expect.unreachable()
    const act = { actor: 'Marta Lind', company: 'Aurora Grain', at: new Date(Date.UTC(2026, 10, 20, 10, 11, 12)) }
    const others = changeState(data.sets[2] ?? expect.unreachable(), { kind: 'signed', ...act })
    await broker.publish(queue, [changeState(stored, { kind: 'titleHeld', ...act }), others])
    const env = { PARCEL_DESK_AMQP_PASSWORD: SECRET }
    const saving = ['--save-to', 'held', '--on-state', 'TITLE_HELD', '--count']
    const { code, stderr } = await online.run(wordsOf(...saving, '2'), { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(' saved to ') })
    const saved = await filesBelow(`${online.folder}/held`)
    expect(saved.filter((file) => file.endsWith('.pdf'))).toHaveLength(stored.documentKinds.length)
    const before = service.counts.document
    const again = changeState(stored, { kind: 'titleHeld', ...act, actor: 'Somebody Else' })
    await broker.publish(queue, [again])
    expect(await online.run(wordsOf(...saving, '1'), { env })).toMatchObject({ code: 0 })
    expect(service.counts.document).toBe(before)
    await service.close()
    await online.remove()
  })
})
