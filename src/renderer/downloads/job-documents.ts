import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Caller, ShownFailure } from '../client/desk-client.ts'
import type { DocumentState, JobDocument } from './job-words.ts'

/** Rows of one call: a screenful and what is scrolled to next. */
export const PAGE_ROWS = 100
/** A list that changes ten times a second cannot be read. */
const REFRESH_EVERY_MS = 1_000
const COPY_ROWS = 2_000

export interface JobDocumentsState {
  readonly jobId: string | undefined
  /** Null: all. */
  readonly filter: DocumentState | null
  /** Of the filter; undefined until the first page is there. */
  readonly count: number | undefined
  readonly pages: ReadonlyMap<number, readonly JobDocument[]>
  readonly failure: ShownFailure | null
}

const EMPTY: JobDocumentsState = { jobId: undefined, filter: null, count: undefined, pages: new Map(), failure: null }

/** The documents of the job that is looked at: only the pages in sight are read, and read again while the job changes. */
export class JobDocuments {
  readonly store: StoreApi<JobDocumentsState> = createStore<JobDocumentsState>(() => EMPTY)
  readonly #caller: Caller
  readonly #wanted = new Set<number>()
  #inSight: readonly number[] = [0]
  #turn = 0
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor(caller: Caller) {
    this.#caller = caller
  }

  show(jobId: string, filter: DocumentState | null): void {
    const now = this.store.getState()
    if (now.jobId === jobId && now.filter === filter) return
    this.#turn += 1
    this.#wanted.clear()
    this.#inSight = [0]
    this.store.setState({ ...EMPTY, jobId, filter })
    void this.#read(0)
  }

  /** Reads what is missing of these rows. */
  need(first: number, last: number): void {
    this.#inSight = pagesOf(first, last)
    const { pages, count } = this.store.getState()
    if (count === undefined) return
    for (const page of this.#inSight) if (!pages.has(page)) void this.#read(page)
  }

  /** The job has changed: reads the pages in sight once more, and forgets the others. */
  refreshSoon(): void {
    if (this.#refreshTimer !== undefined) return
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined
      this.#refresh()
    }, REFRESH_EVERY_MS)
  }

  rowAt(index: number): JobDocument | undefined {
    return this.store.getState().pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
  }

  /** Every document of the filter, however many. */
  async readAll(): Promise<readonly JobDocument[]> {
    const { jobId, filter } = this.store.getState()
    const all: JobDocument[] = []
    if (jobId === undefined) return all
    for (;;) {
      const slice = { from: all.length, count: COPY_ROWS }
      const { documents, count } = await this.#caller.call('jobs.documents', { jobId, slice, state: filter })
      for (const document of documents) all.push(document)
      if (documents.length === 0 || all.length >= count) return all
    }
  }

  #refresh(): void {
    const { pages } = this.store.getState()
    const kept = new Map([...pages].filter(([page]) => this.#inSight.includes(page)))
    this.store.setState({ pages: kept })
    for (const page of this.#inSight) void this.#read(page)
  }

  async #read(page: number): Promise<void> {
    const { jobId, filter } = this.store.getState()
    if (jobId === undefined || this.#wanted.has(page)) return
    const turn = this.#turn
    this.#wanted.add(page)
    try {
      const slice = { from: page * PAGE_ROWS, count: PAGE_ROWS }
      const { documents, count } = await this.#caller.call('jobs.documents', { jobId, slice, state: filter })
      if (turn !== this.#turn) return
      const pages = new Map(this.store.getState().pages).set(page, documents)
      this.store.setState({ pages, count, failure: null })
    } catch (thrown) {
      if (turn === this.#turn) this.store.setState({ failure: this.#caller.failureIn(thrown) })
    } finally {
      if (turn === this.#turn) this.#wanted.delete(page)
    }
  }
}

function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS)
  const to = Math.floor(Math.max(0, last) / PAGE_ROWS)
  return Array.from({ length: to - from + 1 }, (_, place) => from + place)
}
