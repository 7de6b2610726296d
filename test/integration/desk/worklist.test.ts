import { readFile, truncate, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Input } from '../../../src/shared/contract/contract.ts'
import { readTable } from '../../../src/engine/tables/read-table.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { makeWorkbook } from '../../support/make-workbook.ts'
import { openSearchPage, openSignedIn, type SignedInPage } from '../../support/search-page.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { openSavingPage } from '../../support/saving-page.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { openWorklistsPage, type Line, type WorklistsPage } from '../../support/worklists-page.ts'
import { type ServiceOptions, startExchangeService } from '../../exchange-service/start-exchange-service.ts'

const data = demoData()
const several = data.sets.filter(
  ({ row, folder, instance }) => row.shipmentRef === 'SHP-0007' && folder === 'inbox' && instance === 'DocEx',
)
const [one = expect.unreachable()] = data.sets.filter(({ row }) => row.shipmentRef === 'SHP-0001')
/** 09:00 on the first day. */
const onFirstDay: unknown = expect.stringContaining(new Date(2026, 2, 5, 9).toISOString().slice(0, 16))
const DAY_MS = 24 * 60 * 60 * 1000

async function open(options: ServiceOptions = { data }): Promise<SignedInPage & { worklists: WorklistsPage }> {
  const signedIn = await openSignedIn(options)
  return { ...signedIn, worklists: openWorklistsPage(signedIn.page) }
}

/** A list that has been looked up, and a folder to save into. */
async function openWorklistToSave(text: string) {
  const service = await startExchangeService({ data })
  onTestFinished(service.close)
  const desk = await openSavingPage({ service })
  const begun = await desk.begin({ shipmentRefs: ['SHP-0100'] })
  const worklists = openWorklistsPage(desk.page)
  const { worklistId, revision } = await worklists.make(begun.sessionId, text)
  return { service, desk, begun, worklists, worklistId, revision }
}

async function linesOf(text: string, options?: ServiceOptions): Promise<Line[]> {
  const { worklists, sessionId } = await open(options)
  const { worklistId } = await worklists.make(sessionId, text)
  return await worklists.lines(sessionId, worklistId)
}

describe('a worklist', () => {
  it('has a line for every pasted line, blank and repeated ones too, with what was found for its reference', async () => {
    const lines = await linesOf(
      'Vessel\tShipment ref\r\nMV A\tnowhere\r\n\t\r\nMV B\t SHP-0007 \r\nMV C\tSHP-0001\r\n\tnowhere\r\n',
    )
    expect(lines.map(({ reference, state, cells }) => [reference, state, cells[0]])).toEqual([
      ['nowhere', 'missing', 'MV A'],
      ['', 'blank', ''],
      ['SHP-0007', 'several', 'MV B'],
      ['SHP-0001', 'found', 'MV C'],
      ['nowhere', 'missing', ''],
    ])
    expect(lines[0]).toMatchObject({ setIds: [], statuses: [], customers: [], signatures: null, documents: 0 })
    expect(lines[2]?.setIds).toEqual(several.map(({ row }) => row.setId))
    expect(lines[2]?.customers).toHaveLength(new Set(several.map(({ customerId }) => customerId)).size)
    expect(lines[2]?.documents).toBe(several.reduce((sum, { row }) => sum + row.documents.length, 0))
    expect(lines[2]?.contents).toEqual(
      several.map(({ row }) => ({ documents: row.documents.length, quantity: row.quantity ?? null })),
    )
    expect(lines[3]).toMatchObject({
      statuses: [one.row.status],
      documents: one.row.documents.length,
      savedDocuments: 0,
    })
  })

  it('sums the signatures, and shows none if one of them cannot be parsed', async () => {
    const signed = demoData({ setsPerCustomer: 3 })
    const [first = expect.unreachable(), second = expect.unreachable(), third = expect.unreachable()] = signed.sets
    for (const { row } of signed.sets) row.shipmentRef = 'other'
    Object.assign(first.row, { shipmentRef: 'A', signature: '1 of 3' })
    Object.assign(second.row, { shipmentRef: 'A', signature: '2 of 2' })
    Object.assign(third.row, { shipmentRef: 'B', signature: 'pending' })
    const lines = await linesOf('A\nB', { data: signed })
    expect(lines.map(({ signatures }) => signatures)).toEqual([{ signed: 3, total: 5 }, null])
  })

  it('says “not loaded” for the documents of a line if one of its sets does not list them (T4)', async () => {
    const lines = await linesOf('SHP-0007\nSHP-0001', { data, documentsOnlyWhenUnique: true })
    expect(lines.map(({ documents }) => documents)).toEqual([null, one.row.documents.length])
  })

  it('waits for pending answers and calls nothing missing that was never answered', async () => {
    const { worklists, page, sessionId, service } = await open()
    const gate = service.hold('search')
    const source = { kind: 'text', text: 'SHP-0001' } as const
    const { worklist } = await worklists.call('worklists.create', { sessionId, customers: [], source })
    const worklistId = worklist?.worklistId ?? ''
    expect(await worklists.lines(sessionId, worklistId)).toMatchObject([{ state: 'waiting', documents: null }])
    await page.call('search.cancel', { searchId: worklist?.searchId ?? '' })
    await worklists.checked(sessionId, worklistId)
    expect(await worklists.lines(sessionId, worklistId)).toMatchObject([{ state: 'unknown', documents: null }])
    gate.open()
  })

  it('of thousands of lines can be drawn, and stopped, before the service is asked', async () => {
    const { page, sessionId, service } = await openSignedIn({ data })
    const clock = createManualClock()
    const worklists = openWorklistsPage(page, clock)
    await worklists.make(sessionId, 'SHP-0001')
    const before = service.counts.search
    const text = Array.from({ length: 1_001 }, (_, at) => `SHP-${at}`).join('\n')
    const source = { kind: 'text', text } as const
    const { worklist } = await worklists.call('worklists.create', { sessionId, customers: [], source })
    const worklistId = worklist?.worklistId ?? ''
    await worklists.make(sessionId, 'SHP-0001')
    expect(service.counts.search).toBe(before + 1)
    const states = new Set((await worklists.lines(sessionId, worklistId)).map(({ state }) => state))
    expect([...states]).toEqual(['waiting'])
    await page.call('search.cancel', { searchId: worklist?.searchId ?? '' })
    await worklists.checked(sessionId, worklistId)
    expect(service.counts.search).toBe(before + 1)
    await worklists.call('worklists.check', { sessionId, worklistId })
    await clock.advance(1_000)
    await expect.poll(() => service.counts.search).toBeGreaterThan(before + 1)
  })

  it('calls a reference unknown, not missing, if the service cut the answer short', async () => {
    const partial = demoData({ referenceMatch: 'partial', setsPerCustomer: 30 })
    for (const { row } of partial.sets) row.shipmentRef = 'SHP-12'
    expect(await linesOf('SHP-1', { data: partial, paging: 'none', pageLimit: 20 })).toMatchObject([
      { state: 'unknown' },
    ])
  })

  it('calls nothing missing while a customer who may have it was left out (T34)', async () => {
    const { worklists, sessionId, service } = await open()
    service.faults.refuseCustomer(data.counterparties[1]?.customerId ?? '')
    const { worklistId } = await worklists.make(sessionId, 'NOPE-1\nSHP-0001\nNOPE-2\nNOPE-3\nNOPE-4\nNOPE-5\nNOPE-6')
    const states = (await worklists.lines(sessionId, worklistId)).map(({ state }) => state)
    expect(states).toEqual(['unknown', 'found', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown'])
  })

  it('names itself after its references, and no two alike', async () => {
    const { worklists, sessionId } = await open()
    const names = [
      await worklists.make(sessionId, 'SHP-0001\nSHP-0007'),
      await worklists.make(sessionId, 'SHP-0001\nSHP-0003'),
    ]
    expect(names.map(({ name }) => name)).toEqual(['SHP-0001 and 1 more', 'SHP-0001 and 1 more (2)'])
  })
})

describe('a kept worklist', () => {
  it('is there after a restart, with what was found and without a call, ready to be saved', async () => {
    const { worklists, page, sessionId, service } = await open()
    const { worklistId } = await worklists.make(sessionId, 'SHP-0007\nNOPE')
    const lines = await worklists.lines(sessionId, worklistId)
    await page.sessions.close(sessionId)
    await page.desk.desk.close()

    const again = await openSearchPage({ service, root: page.desk.root })
    const kept = openWorklistsPage(again)
    const session = await again.signIn()
    const searches = service.counts.search
    const opened = await kept.call('worklists.open', { sessionId: session, worklistId })
    expect(await kept.lines(session, worklistId)).toEqual(lines)
    expect(lines.some(({ isOutdated }) => isOutdated)).toBe(false)
    const run = again.runs.find(opened.searchId ?? '')
    expect([...run.setsOf(several.map(({ row }) => row.setId))]).toHaveLength(several.length)
    expect(run).toMatchObject({ isComplete: true, progress: { state: 'done' } })
    expect(service.counts.search).toBe(searches)
  })

  it('is of one account, and says so to nobody else', async () => {
    const { worklists, page, sessionId } = await open()
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001')
    const other = await page.signIn({ environment: 'production' })
    expect(await worklists.call('worklists.list', { sessionId: other })).toEqual({ worklists: [] })
    expect(await worklists.refused('worklists.open', { sessionId: other, worklistId })).toMatchObject({
      tag: 'bad-usage',
    })
  })

  it('is looked up again on the first opening of a day, and tells what changed since', async () => {
    const changing = demoData()
    const [held = expect.unreachable()] = changing.sets.filter(({ row }) => row.shipmentRef === 'SHP-0001')
    const { worklists, sessionId, service } = await open({ data: changing })
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007\nNEW-1')
    const [before] = await worklists.lines(sessionId, worklistId)
    expect(before?.changes).toEqual([])

    const searches = service.counts.search
    await worklists.call('worklists.open', { sessionId, worklistId })
    expect(service.counts.search).toBe(searches)

    const other = changing.sets.find(({ row }) => row.shipmentRef === 'SHP-0100') ?? expect.unreachable()
    const status = held.row.status === 'ISSUED' ? 'TITLE_HELD' : 'ISSUED'
    const was = held.row.status
    Object.assign(held.row, { status })
    Object.assign(other.row, { shipmentRef: 'NEW-1' })
    worklists.time.now = new Date(worklists.time.now.getTime() + DAY_MS)
    await worklists.call('worklists.open', { sessionId, worklistId })
    const list = await worklists.checked(sessionId, worklistId)
    expect(list).toMatchObject({ changedReferences: 2, comparedWith: onFirstDay })
    const lines = await worklists.lines(sessionId, worklistId)
    expect(lines.map(({ changes }) => changes)).toMatchObject([
      [{ kind: 'state', before: was, after: status }],
      [],
      [{ kind: 'added', parcelRef: other.row.parcelRef }],
    ])

    // A second look on the same day still tells what is new since the day before.
    await worklists.call('worklists.check', { sessionId, worklistId })
    expect(await worklists.checked(sessionId, worklistId)).toMatchObject({ changedReferences: 2 })
    await worklists.call('worklists.edit', {
      sessionId,
      worklistId,
      revision: list.revision,
      edit: { kind: 'mark-seen' },
    })
    expect((await worklists.lines(sessionId, worklistId)).flatMap(({ changes }) => changes)).toEqual([])
  })

  it('says of what was saved that its set has changed since, until it is saved again', async () => {
    const changing = demoData()
    const [moved = expect.unreachable()] = changing.sets.filter(({ row }) => row.shipmentRef === 'SHP-0001')
    const { worklists, page, sessionId } = await open({ data: changing })
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001')
    const source = { customers: [], status: 'ACTIVE', shipmentRefs: ['SHP-0001'], instance: null }
    const request = { selection: { ...source, filters: {}, states: [] } }
    const exported = async (): Promise<unknown> => {
      const file = join(await tempFolder(), 'list.csv')
      worklists.filesToWrite.push(file)
      await worklists.call('worklists.export', { sessionId, worklistId, format: 'csv' })
      const [headings = [], cells = []] = readTable(await readFile(file), 'list.csv').rows
      return cells[headings.indexOf('On this disk')]
    }
    const savedDocuments = moved.row.documents.length
    await saveWith(page.desk, { request })
    expect(await worklists.lines(sessionId, worklistId)).toMatchObject([{ savedDocuments, changedDocuments: 0 }])
    expect(await exported()).toBe('Yes')

    moved.row.status = moved.row.status === 'ISSUED' ? 'TITLE_HELD' : 'ISSUED'
    await worklists.call('worklists.check', { sessionId, worklistId })
    await worklists.checked(sessionId, worklistId)
    const [line] = await worklists.lines(sessionId, worklistId)
    expect(line).toMatchObject({ savedDocuments, changedDocuments: savedDocuments })
    expect(await page.call('sets.rows', { sessionId, setIds: line?.setIds ?? [] })).toMatchObject({
      rows: [{ changedDocuments: savedDocuments }],
    })
    expect(await exported()).toBe('Changed since saved')

    await saveWith(page.desk, { request })
    expect(await worklists.lines(sessionId, worklistId)).toMatchObject([{ savedDocuments, changedDocuments: 0 }])
  })

  it('keeps what an earlier check found if the service does not answer, and says that it is older', async () => {
    const { worklists, sessionId, service } = await open()
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    service.faults.add({ match: 'search', kind: '500' })
    worklists.time.now = new Date(worklists.time.now.getTime() + DAY_MS)
    await worklists.call('worklists.open', { sessionId, worklistId })
    const list = await worklists.checked(sessionId, worklistId)
    expect(list.checkedAt).toEqual(onFirstDay)
    expect((await worklists.lines(sessionId, worklistId)).map(({ state }) => state)).toEqual(['found', 'several'])
  })

  it('loses no edit to another window: the second of two is refused in words', async () => {
    const { worklists, sessionId } = await open()
    const { worklistId, revision } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    const edit = { sessionId, worklistId, revision }
    await worklists.call('worklists.edit', { ...edit, edit: { kind: 'remove-lines', lineIds: [0] } })
    expect(worklists.changed.at(-1)).toBe(worklistId)
    const refusal = await worklists.refused('worklists.edit', { ...edit, edit: { kind: 'rename', name: 'Mine' } })
    expect(refusal).toMatchObject({
      tag: 'bad-usage',
      message: 'This worklist was edited in another window meanwhile.',
    })
    const [list] = (await worklists.call('worklists.list', { sessionId })).worklists
    expect(list).toMatchObject({ name: 'SHP-0001 and 1 more', lines: 1, revision: revision + 1 })
  })

  it('takes further lines below its own columns and looks up only them', async () => {
    const { worklists, sessionId, service } = await open()
    const { worklistId, revision } = await worklists.make(sessionId, 'Shipment\tVessel\nSHP-0001\tMV A')
    const before = service.requests.length
    const source = { kind: 'text', text: 'Vessel\tNote\tShipment\nMV B\turgent\tSHP-0007' } as const
    await worklists.call('worklists.edit', { sessionId, worklistId, revision, edit: { kind: 'add-lines', source } })
    const list = await worklists.checked(sessionId, worklistId)
    expect(list.headings).toEqual(['Shipment', 'Vessel', 'Note'])
    const lines = await worklists.lines(sessionId, worklistId)
    expect(lines.map(({ cells, state }) => [cells, state])).toEqual([
      [['SHP-0001', 'MV A'], 'found'],
      [['SHP-0007', 'MV B', 'urgent'], 'several'],
    ])
    const asked = JSON.stringify(service.requests.slice(before).map(({ body }) => body))
    expect(asked).toContain('SHP-0007')
    expect(asked).not.toContain('SHP-0001')
  })

  it('ends the check under way before it looks added lines up: the others are not left with what an earlier check found', async () => {
    const { worklists, page, sessionId, service } = await open()
    const { worklistId, revision } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    const before = service.requests.length
    const gate = service.hold('search')
    const { searchId } = await worklists.call('worklists.check', { sessionId, worklistId })
    const source = { kind: 'text', text: 'SHP-0003' } as const
    const edit = { sessionId, worklistId, revision, edit: { kind: 'add-lines', source } } as const
    expect((await worklists.call('worklists.edit', edit)).worklist).toMatchObject({ searchId })
    const states = async (): Promise<string[]> =>
      (await worklists.lines(sessionId, worklistId)).map(({ state }) => state)
    expect(await states()).toEqual(['found', 'several', 'waiting'])
    gate.open()
    await expect.poll(states).toEqual(['found', 'several', 'several'])
    const asked = JSON.stringify(service.requests.slice(before).map(({ body }) => body))
    for (const reference of ['SHP-0001', 'SHP-0007', 'SHP-0003']) expect(asked).toContain(reference)
    await page.sessions.close(sessionId)
    const again = await page.signIn()
    await worklists.call('worklists.open', { sessionId: again, worklistId })
    const kept = await worklists.lines(again, worklistId)
    expect(kept.map(({ state, isOutdated }) => [state, isOutdated])).toEqual([
      ['found', false],
      ['several', false],
      ['several', false],
    ])
  })

  it('calls no line unchecked because another was added during the very first check', async () => {
    const { worklists, page, sessionId, service } = await open()
    const gate = service.hold('search')
    const first = { kind: 'text', text: 'SHP-0001' } as const
    const { worklist } = await worklists.call('worklists.create', { sessionId, customers: [], source: first })
    const { worklistId = '', revision = 0 } = worklist ?? {}
    const source = { kind: 'text', text: 'SHP-0007' } as const
    await worklists.call('worklists.edit', { sessionId, worklistId, revision, edit: { kind: 'add-lines', source } })
    gate.open()
    await expect
      .poll(async () => (await worklists.lines(sessionId, worklistId)).map(({ state }) => state))
      .toEqual(['found', 'several'])
    await page.sessions.close(sessionId)
    const lines = await worklists.lines(await page.signIn(), worklistId)
    expect(lines.map(({ isOutdated }) => isOutdated)).toEqual([false, false])
  })

  it('looks added lines up no more once its check was stopped', async () => {
    const { worklists, page, sessionId, service } = await open()
    const { worklistId, revision } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    const gate = service.hold('search')
    const { searchId } = await worklists.call('worklists.check', { sessionId, worklistId })
    const source = { kind: 'text', text: 'SHP-0003' } as const
    await worklists.call('worklists.edit', { sessionId, worklistId, revision, edit: { kind: 'add-lines', source } })
    await page.call('search.cancel', { searchId: searchId ?? '' })
    const list = await worklists.checked(sessionId, worklistId)
    gate.open()
    expect(list.searchId).toBe(searchId)
    expect((await worklists.lines(sessionId, worklistId)).map(({ state }) => state)).toEqual([
      'found',
      'several',
      'unknown',
    ])
  })

  it('is opened without closing a check that began meanwhile', async () => {
    const { worklists, page, sessionId, service } = await open()
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    await page.sessions.close(sessionId)
    const again = await page.signIn()
    const gate = service.hold('search')
    const opening = worklists.call('worklists.open', { sessionId: again, worklistId })
    const { searchId } = await worklists.call('worklists.check', { sessionId: again, worklistId })
    expect(await opening).toMatchObject({ searchId })
    expect(page.runs.find(searchId ?? '').progress.state).toBe('running')
    gate.open()
    await worklists.checked(again, worklistId)
  })

  it('comes back when its removal is undone, and lines too', async () => {
    const { worklists, sessionId } = await open()
    const { worklistId, revision } = await worklists.make(sessionId, 'SHP-0001\nSHP-0007')
    const edit = { sessionId, worklistId }
    await worklists.call('worklists.edit', { ...edit, revision, edit: { kind: 'remove-lines', lineIds: [0] } })
    const restore = { kind: 'restore-lines', lineIds: [0] } satisfies Input<'worklists.edit'>['edit']
    await worklists.call('worklists.edit', { ...edit, revision: revision + 1, edit: restore })
    await worklists.call('worklists.remove', { sessionId, worklistId })
    expect((await worklists.call('worklists.list', { sessionId })).worklists).toEqual([])
    expect(await worklists.call('worklists.restore', { sessionId, worklistId })).toMatchObject({ lines: 2 })
  })

  it('is shown as damaged if it cannot be read, and the others as they are', async () => {
    const { worklists, page, sessionId } = await open()
    const { worklistId } = await worklists.make(sessionId, 'SHP-0001')
    await worklists.make(sessionId, 'SHP-0007')
    const database = new DatabaseSync(join(page.desk.dataDir, 'test', 'worklists.sqlite'))
    database.prepare('UPDATE worklists SET headings = ? WHERE id = ?').run('{', worklistId)
    database.exec(`UPDATE answers SET sets = 'not JSON'`)
    database.close()
    const { worklists: lists } = await worklists.call('worklists.list', { sessionId })
    expect(lists.map(({ isReadable }) => isReadable)).toEqual([true, false])
    const refusal = await worklists.refused('worklists.open', { sessionId, worklistId })
    expect(refusal.message).toBe('“SHP-0001” is damaged and cannot be opened.')
    await worklists.call('worklists.remove', { sessionId, worklistId })
  })
})

describe('the documents of a worklist', () => {
  it('can be saved of lines that a failed check did not reach, as they are shown', async () => {
    const { worklists, desk, service, begun, worklistId } = await openWorklistToSave('SHP-0001\nSHP-0007')
    service.faults.add({ match: 'search', kind: '500' })
    const { sessionId } = begun
    await worklists.call('worklists.check', { sessionId, worklistId })
    const { searchId } = await worklists.checked(sessionId, worklistId)
    const setIds = (await worklists.lines(sessionId, worklistId)).flatMap((line) => line.setIds)
    expect(setIds).toHaveLength(1 + several.length)
    expect(await desk.plan({ ...begun, searchId: searchId ?? '' }, { setIds })).toMatchObject({
      documents: [one, ...several].reduce((sum, { row }) => sum + row.documents.length, 0),
      problems: [],
      isComplete: true,
    })
  })

  it('can be saved of all lines after a failed look at added ones, and the failure is shown', async () => {
    const { worklists, desk, service, begun, worklistId, revision } = await openWorklistToSave('SHP-0001')
    service.faults.add({ match: 'search', kind: '500' })
    const { sessionId } = begun
    const source = { kind: 'text', text: 'SHP-0007' } as const
    await worklists.call('worklists.edit', { sessionId, worklistId, revision, edit: { kind: 'add-lines', source } })
    const { searchId } = await worklists.checked(sessionId, worklistId)
    expect(desk.page.runs.find(searchId ?? '').progress).toMatchObject({ state: 'failed' })
    const setIds = (await worklists.lines(sessionId, worklistId)).flatMap((line) => line.setIds)
    expect(setIds).toEqual([one.row.setId])
    expect(await desk.plan({ ...begun, searchId: searchId ?? '' }, { setIds })).toMatchObject({
      documents: one.row.documents.length,
      problems: [],
    })
  })
})

describe('a worklist from elsewhere', () => {
  it('refuses 100,000 lines with a sentence, before anything is asked', async () => {
    const { worklists, sessionId, service } = await open()
    const text = Array.from({ length: 100_000 }, (_, at) => `SHP-${at}`).join('\n')
    const source = { kind: 'text', text } as const
    const refusal = await worklists.refused('worklists.create', { sessionId, customers: [], source })
    expect(refusal.message).toMatch(/^What was pasted has 100,000 lines; a worklist takes 20,000/)
    expect(service.counts.search).toBe(0)
  })

  it('keeps the place of a line of 10,000 characters, says what it is and does not look it up', async () => {
    const lines = await linesOf(`SHP-0001\n${'x'.repeat(10_000)}\nSHP-0007`)
    expect(lines.map(({ state }) => state)).toEqual(['found', 'too-long', 'several'])
    expect(lines[1]?.reference).toHaveLength(10_000)
  })

  it('asks nothing if no line has anything to look up: without a reference a search would be one for everything', async () => {
    const { worklists, sessionId, service } = await open()
    const source = { kind: 'text', text: 'x'.repeat(300) } as const
    const { worklist } = await worklists.call('worklists.create', { sessionId, customers: [], source })
    const worklistId = worklist?.worklistId ?? ''
    await expect.poll(() => worklists.changed).toHaveLength(2)
    expect(await worklists.lines(sessionId, worklistId)).toMatchObject([{ state: 'too-long' }])
    const known = await worklists.make(sessionId, 'SHP-0001')
    const searches = service.counts.search
    const edit = { kind: 'add-lines', source: { kind: 'text', text: 'SHP-0001' } } as const
    const { revision } = known
    await worklists.call('worklists.edit', { sessionId, worklistId: known.worklistId, revision, edit })
    expect(await worklists.lines(sessionId, known.worklistId)).toMatchObject([{ state: 'found' }, { state: 'found' }])
    expect(service.counts.search).toBe(searches)
  })

  it('refuses nothing to read, and the line at fault', async () => {
    const { worklists, sessionId } = await open()
    const refusal = async (text: string): Promise<string> =>
      (await worklists.refused('worklists.create', { sessionId, customers: [], source: { kind: 'text', text } }))
        .message
    expect(await refusal('')).toBe('What was pasted is empty.')
    expect(await refusal('SHP-1\n"SHP-2')).toMatch(/^Line 2 of what was pasted/i)
  })

  it('reads a dropped workbook, says which sheet was taken, and lines up when it is exported', async () => {
    const { worklists, sessionId } = await open()
    const rows = [
      ['Vessel', 'Shipment ref', 'Note'],
      ['MV A', 'SHP-0001', '=1+1'],
      ['', '', ''],
      ['MV B', 'NOPE', '-x'],
      ['MV C', 'SHP-0001', ''],
    ]
    const workbook = makeWorkbook({ sheets: { Cover: '', March: rows } })
    const source = { kind: 'file', name: 'March.xlsx', base64: workbook.toString('base64') } as const
    const { worklist, note } = await worklists.call('worklists.create', { sessionId, customers: [], source })
    expect(note).toBe('Of its 2 sheets “March” was taken, the first with anything in it.')
    expect(worklist).toMatchObject({ name: 'March', lines: 4, references: 2 })
    const worklistId = worklist?.worklistId ?? ''
    await worklists.checked(sessionId, worklistId)

    const folder = await tempFolder()
    const [csv, xlsx] = [join(folder, 'a.csv'), join(folder, 'a.xlsx')]
    worklists.filesToWrite.push(csv, xlsx)
    await worklists.call('worklists.export', { sessionId, worklistId, format: 'csv' })
    await worklists.call('worklists.export', { sessionId, worklistId, format: 'xlsx' })
    // In CSV a guard stands before what would run; read again, it is what it was.
    expect(await readFile(csv, 'utf8')).toContain(",'=1+1,")
    const exported = readTable(await readFile(csv), 'a.csv').rows
    expect(exported.map((row) => row.slice(0, 5))).toEqual([
      ['Vessel', 'Shipment ref', 'Note', 'Found', 'Sets'],
      ['MV A', 'SHP-0001', '=1+1', 'Found', '1'],
      ['', '', '', '', ''],
      ['MV B', 'NOPE', '-x', 'Missing', '0'],
      ['MV C', 'SHP-0001', '', 'Found', '1'],
    ])
    // In a workbook a text is a text: nothing needs a guard, and the column is what it was.
    expect(readTable(await readFile(xlsx), 'a.xlsx').rows.map((row) => row[2] ?? '')).toEqual([
      'Note',
      '=1+1',
      '',
      '-x',
      '',
    ])
  })

  it('makes nothing when the dialog is closed', async () => {
    const { worklists, sessionId } = await open()
    const source = { kind: 'dialog' } as const
    expect(await worklists.call('worklists.create', { sessionId, customers: [], source })).toEqual({
      worklist: null,
      note: null,
    })
  })

  it('reads a chosen file, and refuses one of 50 MB by its size', async () => {
    const { worklists, page, sessionId } = await open()
    const folder = await tempFolder()
    const [small, large] = [join(folder, 'small.csv'), join(folder, 'large.xlsx')]
    await writeFile(small, 'Shipment;Vessel\nSHP-0001;A\n')
    await writeFile(large, 'PK')
    await truncate(large, 50_000_000)
    page.filesToChoose.push(small, large)
    const source = { kind: 'dialog' } as const
    const { worklist } = await worklists.call('worklists.create', { sessionId, customers: [], source })
    expect(worklist).toMatchObject({ name: 'small', headings: ['Shipment', 'Vessel'] })
    const refusal = await worklists.refused('worklists.create', { sessionId, customers: [], source })
    expect(refusal.message).toBe('large.xlsx is too large: it has 50 MB, and a list may have 10 MB.')
  })
})
