import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { planRule } from '../../../src/engine/rules/plan-rule.ts'
import { DEFAULT_NAME_PATTERN, FORMER_DEFAULT_PATTERN } from '../../../src/shared/model/name-patterns.ts'
import { demoData } from '../../exchange-service/demo-data.ts'
import { type ExchangeService, startExchangeService } from '../../exchange-service/start-exchange-service.ts'
import { filesIn } from '../../e2e/saved-files.ts'
import { feedEntry } from '../../support/feed-entries.ts'
import { saveWith } from '../../support/save-with-desk.ts'
import { createTestDesk, type TestDesk } from '../../support/test-desk.ts'
import { memoryFeed } from '../../support/test-feed.ts'
import { createProgram } from '../cli-program.ts'

const data = demoData({ setsPerCustomer: 2 })
const today = { pattern: DEFAULT_NAME_PATTERN }
const former = { pattern: FORMER_DEFAULT_PATTERN }

let service: ExchangeService
let desk: TestDesk
/** The files as an earlier version named them. */
let files: string[]
beforeEach(async () => {
  service = await startExchangeService({ data })
  onTestFinished(service.close)
  desk = await createTestDesk({ service })
  onTestFinished(desk.close)
  await saveWith(desk, { request: former })
  files = await filesIn(desk.folder)
})

describe('an archive made with the default names of an earlier version', () => {
  it('was named differently', async () => {
    const { documents } = await desk.session.plan({ ...selectAll(), ...today, folder: `${desk.folder}-new` })
    const names = documents.map(({ relativePath }) => relativePath)
    expect(names.filter((name) => files.includes(name))).toEqual([])
    expect(names.join('\n')).not.toMatch(/uploadable/i)
  })

  it('keeps its names where everything is saved again, and where only what is new', async () => {
    for (const isOnlyNew of [false, true]) {
      const { job } = await saveWith(desk, { request: { ...today, isOnlyNew } })
      expect(job).toMatchObject({ saved: 0, skipped: job.planned, failed: 0 })
    }
    expect(await filesIn(desk.folder)).toEqual(files)
  })

  it('keeps the name of a document that changed: the new version lies beside the old one', async () => {
    const [changed = ''] = data.sets[0]?.row.documents.map(({ documentId }) => documentId) ?? []
    service.changeDocument(changed)
    const { documents } = await saveWith(desk, { request: today })
    const added = (await filesIn(desk.folder)).filter((file) => !files.includes(file))
    const saved = documents.filter(({ state }) => state === 'saved')
    expect(saved.map(({ documentId }) => documentId)).toEqual([changed])
    expect(added).toHaveLength(1)
    const plain = added[0]?.replace(/ \[version [\da-f]{8}\]/, '')
    expect(files).toContain(plain)
  })

  it('gets documents that it does not have under the names of today', { tags: 'soak' }, async () => {
    const folder = `${desk.folder} of bills`
    await saveWith(desk, { request: { ...former, folder, docTypes: ['Bill of Lading'] } })
    const bills = await filesIn(folder)
    const { job } = await saveWith(desk, { request: { ...today, folder } })
    const added = (await filesIn(folder)).filter((file) => !bills.includes(file))
    expect(bills.every((file) => file.includes('Bill of Lading Bill of Lading'))).toBe(true)
    expect(added).toHaveLength(job.planned - bills.length)
    expect(added.join('\n')).not.toMatch(/uploadable/i)
  })

  it('keeps its names in a folder that another installation saved into, by the manifest', async () => {
    const other = await createTestDesk({ service })
    onTestFinished(other.close)
    const { job } = await saveWith(other, { request: { ...today, folder: desk.folder } })
    expect(job).toMatchObject({ failed: 0 })
    expect(await filesIn(desk.folder)).toEqual(files)
  })

  it('keeps its names where a rule saves with the default of today, and the other way round', async () => {
    const [set] = data.sets
    const entry = feedEntry({
      setId: set?.row.setId ?? '',
      newStatus: set?.row.status ?? '',
      customerId: set?.customerId ?? null,
    })
    const names = memoryFeed()
    for (const { row } of data.sets) for (const { documentId } of row.documents) service.changeDocument(documentId)
    for (const { pattern } of [today, former]) {
      const rule = { folder: desk.folder, pattern, docTypes: [], conflict: 'keep-both' as const }
      const task = { rule, entry, known: undefined, isLagOver: true, names }
      const planned = await planRule(desk.session, task, new AbortController().signal)
      // Unchanged since, by status and date.
      expect(planned).toEqual({ nothingNew: expect.stringContaining('Nothing new to save') })
    }
    const wholeSet = { ...selectAll(), ...today, isOnlyNew: false, folder: desk.folder }
    const { documents } = await desk.session.plan(wholeSet)
    expect(documents.map(({ relativePath }) => relativePath).toSorted()).toEqual(files)
  })

  it('keeps its names on the command line, where scripts name no pattern', async () => {
    const program = await createProgram(service.url)
    onTestFinished(program.remove)
    const save = ['save', '--to', 'out', '--environment', 'test', '--json', '--quiet']
    const first = result.parse(JSON.parse((await program.runHere([...save, '--name', FORMER_DEFAULT_PATTERN])).stdout))
    const before = service.counts.document
    const onlyNew = result.parse(JSON.parse((await program.runHere([...save, '--only-new'])).stdout))
    expect(onlyNew).toMatchObject({ saved: 0, skipped: first.planned })
    expect(service.counts.document).toBe(before)
    const again = result.parse(JSON.parse((await program.runHere(save)).stdout))
    expect(again).toMatchObject({ saved: 0, skipped: first.planned, failed: 0 })
    expect(pathsOf(again)).toEqual(pathsOf(first))
  })
})

const result = z.looseObject({
  planned: z.number(),
  saved: z.number(),
  skipped: z.number(),
  documents: z.array(z.looseObject({ path: z.string() })),
})

function pathsOf({ documents }: z.infer<typeof result>): string[] {
  return documents.map(({ path }) => path).toSorted()
}

function selectAll() {
  return {
    selection: { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: undefined, filters: {}, states: [] },
    docTypes: [],
    conflict: 'keep-both' as const,
    isOnlyNew: false,
  }
}
