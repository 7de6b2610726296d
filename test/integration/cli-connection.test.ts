import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { largeData } from '../exchange-service/large-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createQuickClock } from '../support/quick-clock.ts'
import { createProgram, type Program } from './cli-program.ts'

const SECRET = 'canary-Pa$$-wörd-7'

let service: ExchangeService
let program: Program

beforeEach(async () => {
  service = await startExchangeService({
    data: demoData({ setsPerCustomer: 2 }),
    users: [demoUser, { username: 'canary', password: SECRET }],
  })
  program = await createProgram(service.url)
})

afterEach(async () => {
  await service.close()
  await program.remove()
})

describe('a service whose clock is not that of this computer', () => {
  it.each([
    ['two hours behind', -7_200_000, 'is 2 h ahead of that of '],
    ['an hour ahead', 3_600_000, 'is 1 h behind that of '],
    ['a minute ahead', 60_000, undefined],
  ])('%s, is named once, on stderr, where that is more than anybody would notice', async (_how, aheadMs, said) => {
    const relay = await startRelay(service.url, aheadMs)
    const env = { PARCEL_DESK_BASE_URL: relay.url }
    const { code, stdout, stderr } = await program.runHere(['search', '--json'], { env }).finally(relay.close)
    expect([code, typeof JSON.parse(stdout)]).toEqual([0, 'object'])
    const told = stderr.split('\n').filter((line) => line.startsWith('Clock: '))
    expect(told).toEqual(said === undefined ? [] : [expect.stringContaining(said)])
  })
})

/** Passes everything on, and dates the answers by another clock. */
async function startRelay(target: string, aheadMs: number): Promise<{ url: string; close: () => void }> {
  const server = createServer((asked, answer) => {
    const { method, headers } = asked
    const onwards = request(new URL(asked.url ?? '', target), { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, {
        ...given.headers,
        date: new Date(Date.now() + aheadMs).toUTCString(),
      })
      given.pipe(answer)
    })
    asked.pipe(onwards)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

describe('a one-off connection', () => {
  it('stores nothing and does not touch the keychain', async () => {
    const { code, stdout } = await program.run(['counterparties', '--json'], {
      env: { DBUS_SESSION_BUS_ADDRESS: undefined },
    })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(7)
    expect((await program.run(['profiles', '--json'])).stdout).toBe('[]\n')
  })

  it('takes the password from standard input, and the references from a file beside it', async () => {
    const reference =
      service.data.search({ customerIds: [], status: 'ALL' }).slice(0, 1)[0]?.row.shipmentRef ?? 'SHP-0001'
    await writeFile(path.join(program.folder, 'refs.csv'), `\uFEFFReference;Note\r\n${reference};x\r\nNO-SUCH;y\r\n`)
    const { stdout } = await program.run(['search', '--refs-file', 'refs.csv', '--password-stdin', '--json'], {
      env: { PARCEL_DESK_PASSWORD: undefined },
      stdin: `${demoUser.password}\n`,
    })
    expect(JSON.parse(stdout)).toMatchObject({
      references: [{ reference }, { reference: 'NO-SUCH', state: 'missing' }],
    })
  })

  it.each([
    ['search', ['search']],
    ['save', ['save', '--to', 'out']],
  ])(
    'ends %s with 3 for a wrong password, after a single attempt, because more would lock the account (T31)',
    async (_what, words) => {
      const { code, stdout } = await program.runHere([...words, '--json'], {
        env: { PARCEL_DESK_PASSWORD: 'wrong-password' },
      })
      expect(code).toBe(3)
      expect(JSON.parse(stdout)).toMatchObject({ failure: { tag: 'sign-in-refused' } })
      expect(service.counts.token).toBe(1)
    },
  )

  it('ends with 4 if the service is not there', async () => {
    await service.goAway()
    const { code, stderr } = await program.runHere(['counterparties'], { clock: createQuickClock() })
    expect(code).toBe(4)
    expect(stderr).toContain('cannot be reached')
  })

  it('prompts for nothing without a terminal', async () => {
    const { code, stderr } = await program.runHere(['search'], { env: { PARCEL_DESK_PASSWORD: undefined } })
    expect(code).toBe(3)
    expect(stderr).toContain('PARCEL_DESK_PASSWORD')
    expect(service.requests).toEqual([])
  })
})

describe('--verbose', () => {
  it('shows every call with its status and time, and no header', async () => {
    const { stderr } = await program.run(['counterparties', '--verbose'])
    const calls = stderr.split('\n').filter((line) => line.includes('"http.call"'))
    expect(calls).toHaveLength(2)
    expect(calls[1]).toMatch(/counterparties.*"ms":\d+,"status":200/)
    expect(stderr).not.toMatch(/authorization|Bearer/i)
  })

  it('shows why a call failed', async () => {
    service.faults.add({ match: 'counterparties', kind: 'reset', times: 1 })
    const { code, stderr } = await program.run(['counterparties', '--verbose'])
    expect(code).toBe(0)
    expect(stderr).toContain('"failure":"connection-lost"')
  })
})

describe('bad usage', () => {
  it.each([
    [['search', '--custmer', 'x']],
    [['search', '--refs-file', 'no-such.csv']],
    [['save', '--to', 'out', '--name', '{nonsense}']],
    [['get', '--set', '../..', '--document', 'x', '--output', 'y']],
    [['counterparties', '--base-url', 'http://exchange.example']],
  ])('sends nothing and makes no data folder: %j', async (words) => {
    expect((await program.runHere(words)).code).toBe(2)
    expect(service.requests).toEqual([])
    expect(await program.everythingIn('.')).toBe('')
  })

  it('lists the candidates if a customer’s name matches several', async () => {
    const { code, stderr } = await program.runHere(['search', '--customer', 'meridian commodities'])
    expect(code).toBe(2)
    expect(stderr).toContain('Meridian Commodities Ltd')
    expect(stderr).toContain('MERIDIAN COMMODITIES LTD')
    expect(service.counts.search).toBe(0)
  })
})

describe('a password', () => {
  it('is in no file, no log, no output and no list of processes, whatever fails', async () => {
    service.faults.add({ match: 'document', kind: '500', times: 2 })
    const env = { PARCEL_DESK_USERNAME: 'canary', PARCEL_DESK_PASSWORD: SECRET }
    const gate = service.hold('search')
    const running = program.start(['save', '--to', 'out', '--verbose', '--json', '--max-minutes', '0.1'], { env })
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    const commandLine = await readFile(`/proc/${running.child.pid ?? 0}/cmdline`, 'utf8').catch(() => '')
    gate.open()
    const { stdout, stderr } = await running.result
    const refused = await program.run(['search', '--verbose'], {
      env: { ...env, PARCEL_DESK_PASSWORD: `${SECRET}-wrong` },
    })
    const everything = [
      commandLine,
      stdout,
      stderr,
      refused.stdout,
      refused.stderr,
      await program.everythingIn('.'),
    ].join('\n')
    expect(stderr).toContain('job.started')
    const basic = Buffer.from(`canary:${SECRET}`).toString('base64')
    for (const form of [SECRET, encodeURIComponent(SECRET), basic]) {
      expect(everything.includes(form)).toBe(false)
      expect(everything.includes(Buffer.from(form).toString('latin1'))).toBe(false)
    }
    expect(everything).not.toMatch(/Bearer (?!\[)/)
  })
})

describe('a large result', () => {
  it('is printed in full as one document, and stops quietly when its reader leaves', async () => {
    await service.close()
    service = await startExchangeService({ data: largeData({ sets: 3000, documentsPerSet: 2 }), pageLimit: 500 })
    const env = { PARCEL_DESK_BASE_URL: service.url }
    const whole = await program.run(['search', '--json'], { env })
    expect(whole.code).toBe(0)
    expect(JSON.parse(whole.stdout)).toMatchObject({ total: 3000, loaded: 3000, complete: true })
    const left = program.start(['search', '--json'], { env })
    left.child.stdout.once('data', () => left.child.stdout.destroy())
    expect(await left.result).toMatchObject({ code: 0, stderr: '' })
  })
})
