import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import type { Caller, ShownFailure } from '../client/desk-client.ts'
import { headedRows, type HeadedRows } from '../ui/rows/headed-rows.ts'
import type { DocumentState, JobDocument } from './job-words.ts'

/** Rows per call: a screenful and some to scroll. */
export const PAGE_ROWS = 100
/** A list that changes ten times a second is unreadable. */
const REFRESH_EVERY_MS = 1_000
const COPY_ROWS = 2_000

export interface JobDocumentsState {
  readonly jobId: string | undefined
  /** Null: all. */
  readonly filter: DocumentState | null
  /** Whether the documents of a set stand under its heading; kept from job to job. */
  readonly isBySet: boolean
  /** The sets of the documents that match; null while not grouped, or where there are too many documents. */
  readonly sets: readonly JobSet[] | null
  /** Documents that match the filter; undefined until the first page has arrived. */
  readonly count: number | undefined
  readonly pages: ReadonlyMap<number, readonly JobDocument[]>
  readonly failure: ShownFailure | null
}

const EMPTY = { jobId: undefined, filter: null, sets: null, count: undefined, pages: new Map(), failure: null }

/** The documents of the selected job: only the visible pages are read, and read again while the job changes. */
export class JobDocuments {
  readonly store: StoreApi<JobDocumentsState> = createStore<JobDocumentsState>(() => ({ ...EMPTY, isBySet: false }))
  readonly #caller: Caller
  readonly #loading = new Set<number>()
  #visiblePages: readonly number[] = [0]
  #generation = 0
  #refreshTimer: ReturnType<typeof setTimeout> | undefined

  constructor(caller: Caller) {
    this.#caller = caller
  }

  show(jobId: string, filter: DocumentState | null): void {
    const now = this.store.getState()
    if (now.jobId === jobId && now.filter === filter) return
    this.#generation += 1
    this.#loading.clear()
    this.#visiblePages = [0]
    this.store.setState({ ...EMPTY, jobId, filter })
    void this.#readFirst()
  }

  /** Groups by set, or lists in the order of the job. */
  group(isBySet: boolean): void {
    const { jobId, filter } = this.store.getState()
    this.store.setState({ isBySet, jobId: undefined })
    if (jobId !== undefined) this.show(jobId, filter)
  }

  /** Reads the pages of these rows that are not loaded yet. */
  ensureLoaded(first: number, last: number): void {
    this.#visiblePages = pagesOf(first, last)
    const { pages, count } = this.store.getState()
    if (count === undefined) return
    for (const page of this.#visiblePages) if (!pages.has(page)) void this.#read(page)
  }

  /** The job has changed: reads the visible pages again, and drops the others. */
  scheduleRefresh(): void {
    if (this.#refreshTimer !== undefined) return
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = undefined
      this.#refresh()
    }, REFRESH_EVERY_MS)
  }

  rowAt(index: number): JobDocument | undefined {
    return this.store.getState().pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
  }

  /** Every document that matches the filter. */
  async readAll(): Promise<readonly JobDocument[]> {
    const { jobId, filter } = this.store.getState()
    const all: JobDocument[] = []
    if (jobId === undefined) return all
    for (;;) {
      const slice = { from: all.length, count: COPY_ROWS }
      const order = { isBySet: this.#isGrouped() }
      const { documents, count } = await this.#caller.call('jobs.documents', { jobId, slice, state: filter, ...order })
      for (const document of documents) all.push(document)
      if (documents.length === 0 || all.length >= count) return all
    }
  }

  #refresh(): void {
    const { pages } = this.store.getState()
    const kept = new Map([...pages].filter(([page]) => this.#visiblePages.includes(page)))
    this.store.setState({ pages: kept })
    void this.#readSets()
    for (const page of this.#visiblePages) void this.#read(page)
  }

  /** The sets come first: in which order documents are read depends on whether they can be grouped. */
  async #readFirst(): Promise<void> {
    const turn = this.#generation
    await this.#readSets()
    if (turn === this.#generation) await this.#read(0)
  }

  async #readSets(): Promise<void> {
    const { jobId, filter, isBySet } = this.store.getState()
    if (jobId === undefined || !isBySet) return
    const turn = this.#generation
    // Without them the documents are listed in the order of the job.
    const { sets } = await this.#caller.call('jobs.sets', { jobId, state: filter }).catch(() => ({ sets: null }))
    if (turn === this.#generation) this.store.setState({ sets })
  }

  #isGrouped(): boolean {
    return this.store.getState().sets !== null
  }

  async #read(page: number): Promise<void> {
    const { jobId, filter } = this.store.getState()
    if (jobId === undefined || this.#loading.has(page)) return
    const turn = this.#generation
    this.#loading.add(page)
    try {
      const slice = { from: page * PAGE_ROWS, count: PAGE_ROWS }
      const order = { isBySet: this.#isGrouped() }
      const { documents, count } = await this.#caller.call('jobs.documents', { jobId, slice, state: filter, ...order })
      if (turn !== this.#generation) return
      const pages = new Map(this.store.getState().pages).set(page, documents)
      this.store.setState({ pages, count, failure: null })
    } catch (thrown) {
      if (turn === this.#generation) this.store.setState({ failure: this.#caller.failureIn(thrown) })
    } finally {
      if (turn === this.#generation) this.#loading.delete(page)
    }
  }
}

function pagesOf(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / PAGE_ROWS)
  const to = Math.floor(Math.max(0, last) / PAGE_ROWS)
  return Array.from({ length: to - from + 1 }, (_, place) => from + place)
}

export type JobSet = NonNullable<Output<'jobs.sets'>['sets']>[number]

/** The documents of a job under headings of their sets; null sets: without headings. */
export function setRows(sets: readonly JobSet[] | null, documents: number): HeadedRows {
  const starts: number[] = []
  let place = 0
  for (const set of sets ?? []) {
    starts.push(place)
    place += set.documents
  }
  // While a job runs the two lists may be of different moments.
  return headedRows(
    starts.filter((start) => start < documents),
    documents,
  )
}
