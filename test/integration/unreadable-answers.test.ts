import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { executeSchedule } from '../../src/engine/schedules/execute-schedule.ts'
import type { Schedule } from '../../src/engine/schedules/schedule.ts'
import { planRule } from '../../src/engine/rules/plan-rule.ts'
import type { ParcelSession } from '../../src/engine/parcel-desk.ts'
import { feedEntry } from '../support/feed-entries.ts'
import {
  type Asked,
  pageReply,
  type Reply,
  type Script,
  scriptedRow,
  startScriptedService,
} from '../support/scripted-service.ts'
import { createTestDesk, type TestDesk } from '../support/test-desk.ts'
import { memoryFeed } from '../support/test-feed.ts'
import { memoryWorklists, scheduleDetails } from '../support/test-schedules.ts'
import { CATALOG, page, PAGES, pdf } from '../support/write-pdf.ts'
import { createProgram } from './cli-program.ts'

const documentId = (number: number): string => `d0c00000-0000-4000-a000-${String(number).padStart(12, '0')}`
const documents = (...numbers: number[]) =>
  numbers.map((number) => ({ documentId: documentId(number), name: `Bill ${number}`, docType: 'Bill of Lading' }))
const customer = (number: number, customerName: string) => ({
  customerId: `c0000000-0000-4000-a000-${String(number).padStart(12, '0')}`,
  customerName,
})
const [aurora, baltic] = [customer(1, 'Aurora'), customer(2, 'Baltic')]

const good: Script = {
  counterparties: () => ({ body: [aurora, baltic] }),
  document: () => ({ body: pdf([CATALOG, PAGES, page()]) }),
}
const rowsReply = (...rows: unknown[]): Reply => pageReply(rows, { offset: 0, total: rows.length })
const asksFor = ({ body }: Asked, { customerId }: { customerId: string }): boolean =>
  z
    .looseObject({ customerIds: z.array(z.string()) })
    .parse(body)
    .customerIds.includes(customerId)

async function openService(script: Script) {
  const service = await startScriptedService({ ...good, ...script })
  onTestFinished(service.close)
  return service
}

const result = z.looseObject({
  planned: z.number().optional(),
  saved: z.number().optional(),
  loaded: z.number().optional(),
  complete: z.boolean(),
  problems: z.array(z.looseObject({ where: z.string(), message: z.string() })),
  documents: z.array(z.looseObject({ path: z.string() })).optional(),
  failure: z.looseObject({ tag: z.string() }).optional(),
})

/** A command with --json at a service with this script. */
async function run(script: Script, ...words: string[]) {
  const program = await createProgram((await openService(script)).url)
  onTestFinished(program.remove)
  const { code, stdout } = await program.runHere([...words, '--json'])
  const { folder } = program
  const printed: unknown = JSON.parse(stdout)
  return { code, folder, printed, result: result.safeParse(printed).data }
}

/** What the service may send for sets that it has, and what then must not be “nothing there”. */
const UNREADABLE: [string, () => Reply][] = [
  ['sets whose documents are null', () => rowsReply(scriptedRow(1, { documents: null }), scriptedRow(2))],
  ['sets whose documents are no list', () => rowsReply(scriptedRow(1, { documents: { name: 'Bill' } }))],
  ['documents without a valid id', () => rowsReply(scriptedRow(1, { documents: [{ documentId: 'B/L-1' }] }))],
  ['sets without a valid id', () => rowsReply({ setId: 'PR-1', documents: documents(1) })],
]

describe('a service that names sets which cannot be read', () => {
  it.each(UNREADABLE)('such as %s makes no save that matched nothing', async (_what, search) => {
    for (const dryRun of [[], ['--dry-run']]) {
      const { code, result: saved } = await run({ search }, 'save', '--to', 'out', ...dryRun)
      expect(code).toBe(5)
      expect(saved).toMatchObject({ planned: 0, saved: 0, complete: false, failure: { tag: 'incomplete' } })
      expect(saved?.problems).not.toEqual([])
    }
  })

  it('is incomplete in a search too, with what could be read', async () => {
    const search = (): Reply => rowsReply({ setId: 'PR-1' }, scriptedRow(2), null)
    const { code, result: found } = await run({ search }, 'search')
    expect(code).toBe(5)
    expect(found).toMatchObject({ loaded: 1, complete: false })
    expect(found?.problems[0]?.message).toBe('2 rows could not be read: no valid set id')
  })

  it('and others saves those, and is incomplete', async () => {
    const search = (): Reply => rowsReply(scriptedRow(1), scriptedRow(2, { documents: documents(1, 2) }))
    const { code, result: saved } = await run({ search }, 'save', '--to', 'out')
    expect([code, saved]).toMatchObject([5, { planned: 2, saved: 2, complete: false }])
  })

  it.each(UNREADABLE)('such as %s is no success of a schedule and nothing new for a rule', async (_what, search) => {
    const desk = await createTestDesk({ service: await openService({ search }) })
    onTestFinished(desk.close)
    const { state, failure } = await runSchedule(desk, desk.session)
    expect([state, failure?.tag]).toEqual(['failed', 'incomplete'])
    expect(failure?.message).toMatch(/\((?:set|customer|the plan).*: .+\)/)
    const planned = await planForRule(desk, scriptedRow(1)['setId'])
    expect(planned).toHaveProperty('notYet')
  })

  it('keeps a rule waiting for a set whose new row cannot be read, whatever was known of it', async () => {
    let isSpoiled = false
    const search = (): Reply =>
      rowsReply(
        isSpoiled ? { shipmentRef: 'SHP-1' } : scriptedRow(1, { shipmentRef: 'SHP-1', documents: documents(1) }),
      )
    const desk = await createTestDesk({ service: await openService({ search }) })
    onTestFinished(desk.close)
    expect(await planForRule(desk, scriptedRow(1)['setId'])).toHaveProperty('plan')
    isSpoiled = true
    expect(await planForRule(desk, scriptedRow(1)['setId'])).toEqual({
      notYet: expect.stringContaining('could not be read: no valid set id'),
    })
  })

  it('but none of its kind is still nothing matched', async () => {
    const { code } = await run({ search: () => rowsReply() }, 'save', '--to', 'out')
    expect(code).toBe(6)
    const search = (): Reply => rowsReply(scriptedRow(1, { documents: documents(1) }))
    const typed = await run({ search }, 'save', '--to', 'out', '--doc-type', 'Invoice')
    expect(typed.code).toBe(6)
  })
})

function runSchedule({ folder, desk }: TestDesk, session: ParcelSession) {
  const schedule: Schedule = {
    scheduleId: 's',
    environment: 'test',
    account: { baseUrl: session.connection.baseUrl, username: session.connection.username },
    name: 'Nightly',
    isPaused: false,
    details: scheduleDetails({ folder }),
    createdAt: '2026-01-01T00:00:00.000Z',
    handledUntil: '2026-01-01T00:00:00.000Z',
    retryAt: null,
    attempts: 0,
    lastRun: null,
  }
  return executeSchedule(
    {
      open: () => Promise.resolve(session),
      worklists: memoryWorklists,
      save: () => Promise.reject(new Error('there is nothing to save')),
      resume: () => Promise.resolve(null),
      documents: () => [],
      logger: desk.logger,
      reader: 'terminal',
    },
    { schedule, run: { jobId: null } },
    AbortSignal.timeout(60_000),
  )
}

function planForRule({ folder, session }: TestDesk, setId: unknown) {
  return planRule(
    session,
    {
      rule: { folder, pattern: '{name}', docTypes: [], conflict: 'keep-both' },
      entry: feedEntry({ setId: String(setId), customerId: aurora.customerId, newStatus: null, isOutdated: false }),
      known: undefined,
      isLagOver: true,
      names: memoryFeed(),
    },
    AbortSignal.timeout(60_000),
  )
}

describe('a service that says in HTTP 200 that it failed', () => {
  const failed = { code: 200, status: 'FAILED', errorMessage: 'Index is down', data: { total: 0, results: [] } }
  it.each([['search'], ['save', '--to', 'out']])('is a failure of “%s”, in its own words', async (...words) => {
    const { code, printed } = await run({ search: () => ({ body: failed }) }, ...words)
    expect([code, JSON.stringify(printed)]).toEqual([4, expect.stringContaining('It said: “Index is down”')])
  })
})

describe('one customer whose search fails', () => {
  it.each<[string, Reply, RegExp]>([
    [
      'a null list of three',
      { body: { code: 200, status: 'OK', data: { total: 3, results: null } } },
      /no list of results/,
    ],
    ['500', { status: 500, body: { errorMessage: 'Shard 7 is down' } }, /answered 500.*“Shard 7 is down”/],
    ['400', { status: 400, body: { detail: 'Customer is suspended' } }, /with 400.*“Customer is suspended”/],
    ['403', { status: 403, body: { message: 'Not this one' } }, /403.*“Not this one”/],
    ['code 1001', { body: { code: 1001, message: 'Not onboarded' } }, /with 1001.*“Not onboarded”/],
  ])('with %s does not keep the others from being saved', async (_how, reply, message) => {
    const search = (asked: Asked): Reply =>
      asksFor(asked, baltic) ? reply : rowsReply(scriptedRow(1, { documents: documents(1) }))
    const { code, result: saved } = await run({ search }, 'save', '--to', 'out')
    expect(code).toBe(5)
    expect(saved).toMatchObject({ saved: 1, complete: false, problems: [{ where: 'customer Baltic', message }] })
  })

  it('with an empty list written as null is no problem at all', async () => {
    const none: Reply = { body: { code: 200, status: 'OK', data: { total: 0, count: 0, results: null } } }
    const search = (asked: Asked): Reply =>
      asksFor(asked, baltic) ? none : rowsReply(scriptedRow(1, { documents: documents(1) }))
    const { code, result: saved } = await run({ search }, 'save', '--to', 'out')
    expect([code, saved]).toMatchObject([0, { saved: 1, complete: true, problems: [] }])
  })

  it('for its documents, one set after the other, is a problem of that set', async () => {
    const search = (asked: Asked): Reply => {
      const { shipmentRef } = z.looseObject({ shipmentRef: z.string().optional() }).parse(asked.body)
      if (asksFor(asked, baltic)) return rowsReply()
      if (shipmentRef === undefined) return rowsReply(...[1, 2].map((n) => scriptedRow(n, { shipmentRef: `S-${n}` })))
      if (shipmentRef === 'S-2') return { status: 400, body: { message: 'S-2 is locked' } }
      return rowsReply(scriptedRow(1, { shipmentRef, documents: documents(1) }))
    }
    const { code, result: saved } = await run({ search }, 'save', '--to', 'out')
    expect(code).toBe(5)
    expect(saved).toMatchObject({ saved: 1, complete: false, problems: [{ message: /S-2 is locked/ }] })
  })
})

describe('a reference that comes as a number', () => {
  const search = (): Reply =>
    rowsReply(scriptedRow(1, { shipmentRef: 815, parcelRef: 4711, documents: documents(1) }), scriptedRow(2))
  const answered = (asked: Asked): Reply => (asksFor(asked, aurora) ? search() : rowsReply())

  it('is where its documents are filed, and is found by it', async () => {
    const { result: saved } = await run({ search: answered }, 'save', '--to', 'out', '--shipment-ref', '815')
    expect(saved?.documents?.[0]?.path).toContain(`${path.sep}815${path.sep}4711 `)
  })

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.10', '1.10'],
    ['1e400', '1e400'],
  ])('such as %s is given on as received', async (digits, name) => {
    const { body } = rowsReply(scriptedRow(1, { shipmentRef: 'HERE', documents: documents(1) }))
    const answer = JSON.stringify(body).replace('"HERE"', digits)
    const program = await createProgram((await openService({ search: () => ({ body: answer }) })).url)
    onTestFinished(program.remove)
    const { stdout } = await program.runHere(['search', '--customer', 'aurora', '--json'])
    expect(stdout).toContain(`"shipmentRef":${digits},`)
    const { stdout: saved } = await program.runHere(['save', '--customer', 'aurora', '--to', 'out', '--json'])
    expect(result.parse(JSON.parse(saved)).documents?.[0]?.path).toContain(`${path.sep}${name}${path.sep}`)
  })

  it('and one of another type is a problem, and the save incomplete, because it is filed elsewhere', async () => {
    const odd = (): Reply => rowsReply(scriptedRow(1, { shipmentRef: { no: 815 }, documents: documents(1) }))
    const { code, result: saved } = await run({ search: odd }, 'save', '--customer', 'aurora', '--to', 'out')
    expect(code).toBe(5)
    expect(saved).toMatchObject({ saved: 1, complete: false })
    expect(saved?.problems.map(({ message }) => message)).toContain(
      'shipmentRef of 1 set could not be read: not of the expected type or size',
    )
  })
})

describe('names in another charset', () => {
  it('make the folders that they mean, and are found by --customer', async () => {
    const body = Buffer.from(JSON.stringify([{ ...aurora, customerName: 'Delta & Söhne GmbH' }]), 'latin1')
    const headers = { 'content-type': 'application/json; charset=ISO-8859-1' }
    const search = (): Reply => rowsReply(scriptedRow(1, { documents: documents(1) }))
    const script = { counterparties: () => ({ headers, body }), search }
    const { code, result: saved } = await run(script, 'save', '--customer', 'Delta & Söhne GmbH', '--to', 'out')
    expect(code).toBe(0)
    expect(saved?.documents?.[0]?.path).toContain(`${path.sep}Delta & Söhne GmbH${path.sep}`)
  })

  it('that nobody declares are a failure, and no folder of wrong letters', async () => {
    const body = Buffer.from(JSON.stringify([{ ...aurora, customerName: 'Delta & Söhne GmbH' }]), 'latin1')
    const { code, printed } = await run({ counterparties: () => ({ body }) }, 'save', '--to', 'out')
    expect([code, JSON.stringify(printed)]).toEqual([4, expect.stringContaining('it is not UTF-8')])
  })
})

describe('a customer in a list that could not be read in full', () => {
  it('is not unknown', async () => {
    const script = { counterparties: () => ({ body: [aurora, { customerId: 'B-2', customerName: 'Baltic' }] }) }
    for (const words of [
      ['search', '--customer', 'Baltic'],
      ['counterparties', '--name', 'Baltic'],
    ]) {
      expect((await run(script, ...words)).code).toBe(5)
    }
  })
})
