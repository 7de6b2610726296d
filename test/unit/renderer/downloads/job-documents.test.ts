import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { JobDocuments, PAGE_ROWS } from '../../../../src/renderer/downloads/job-documents.ts'
import type { JobDocument } from '../../../../src/renderer/downloads/job-words.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'
import { sampleDocument } from './sample-document.ts'

interface Job {
  documents: JobDocument[]
}

function listOf(job: Job): { documents: JobDocuments; caller: ScriptedCaller } {
  const caller = scriptedCaller({
    'jobs.documents': ({ slice: { from, count }, state }) => {
      const wanted = job.documents.filter((one) => state === null || one.state === state)
      return { documents: wanted.slice(from, from + count), count: wanted.length }
    },
  })
  return { documents: new JobDocuments(caller), caller }
}

const manyDocuments = (count: number): JobDocument[] =>
  Array.from({ length: count }, (_, at) => sampleDocument({ documentId: `d${at}`, name: `Document ${at}` }))
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
const pagesRead = (caller: ScriptedCaller): unknown[] =>
  caller.inputsOf('jobs.documents').map((input) => (typeof input === 'object' ? { ...input } : input))

describe('the documents of a job', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are only read where they are visible, because a job may have a hundred thousand', async () => {
    const { documents, caller } = listOf({ documents: manyDocuments(100_000) })
    documents.show('job', null)
    await settle()
    documents.ensureLoaded(50_000, 50_040)
    await settle()
    expect(documents.store.getState().count).toBe(100_000)
    expect(documents.rowAt(50_010)?.name).toBe('Document 50010')
    expect(documents.rowAt(70_000)).toBeUndefined()
    expect(pagesRead(caller)).toHaveLength(2)
  })

  it('are read on both sides of a page boundary, and no page twice', async () => {
    const { documents, caller } = listOf({ documents: manyDocuments(1_000) })
    documents.show('job', null)
    await settle()
    documents.ensureLoaded(PAGE_ROWS - 5, PAGE_ROWS + 5)
    documents.ensureLoaded(PAGE_ROWS - 4, PAGE_ROWS + 6)
    await settle()
    expect(documents.rowAt(PAGE_ROWS)?.name).toBe(`Document ${PAGE_ROWS}`)
    expect(pagesRead(caller)).toHaveLength(2)
  })

  it('are read again at most once a second while the job changes', async () => {
    const job = { documents: [sampleDocument({ state: 'pending' })] }
    const { documents, caller } = listOf(job)
    documents.show('job', null)
    await settle()
    job.documents = [sampleDocument({ state: 'saved' })]
    for (let event = 0; event < 10; event += 1) {
      documents.scheduleRefresh()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(documents.rowAt(0)?.state).toBe('saved')
    expect(pagesRead(caller)).toHaveLength(2)
  })

  it('of the previous job never appear under the next one, however late they arrive', async () => {
    const late = Promise.withResolvers<{ documents: JobDocument[]; count: number }>()
    const caller = scriptedCaller({
      'jobs.documents': ({ jobId }) =>
        jobId === 'old' ? late.promise : { documents: [sampleDocument({ name: 'new' })], count: 1 },
    })
    const documents = new JobDocuments(caller)
    documents.show('old', null)
    documents.show('new', null)
    await settle()
    late.resolve({ documents: [sampleDocument({ name: 'old' })], count: 9 })
    await settle()
    expect(documents.rowAt(0)?.name).toBe('new')
    expect(documents.store.getState().count).toBe(1)
  })

  it('of one state are counted and read separately', async () => {
    const failed = sampleDocument({ state: 'failed', name: 'bad' })
    const { documents } = listOf({ documents: [...manyDocuments(5), failed] })
    documents.show('job', 'failed')
    await settle()
    expect(documents.store.getState().count).toBe(1)
    expect(documents.rowAt(0)?.name).toBe('bad')
  })

  it('are all read for the clipboard, whatever is visible', async () => {
    const { documents } = listOf({ documents: manyDocuments(4_321) })
    documents.show('job', null)
    expect(await documents.readAll()).toHaveLength(4_321)
  })

  it('say why they cannot be read', async () => {
    const documents = new JobDocuments(scriptedCaller({}))
    documents.show('job', null)
    await settle()
    expect(documents.store.getState().failure?.message).toBe('no answer to jobs.documents')
  })
})
