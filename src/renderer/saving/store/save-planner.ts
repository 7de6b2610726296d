import { ignoring } from '../../../shared/errors/ignoring.ts'
import { patternLengthFlaw } from '../../../shared/model/name-patterns.ts'
import type { PlannedDocument } from './plan-tree.ts'
import type { SaveStateStore, SaveTask } from './save-state.ts'

/** Long enough for a word to be typed, short enough to look live. */
const TYPING_PAUSE_MS = 300
const SLICE = 2_000

/** Keeps example and plan up to date with the form. Only the latest request counts; older answers are dropped. */
export class SavePlanner {
  readonly #store: SaveStateStore
  readonly #task: SaveTask
  #exampleGeneration = 0
  #planGeneration = 0
  #exampleTimer: ReturnType<typeof setTimeout> | undefined
  #planTimer: ReturnType<typeof setTimeout> | undefined
  /** The main process is planning: it may be asking the service for the documents of each set. */
  #isPlanning = false

  constructor(store: SaveStateStore, task: SaveTask) {
    this.#store = store
    this.#task = task
  }

  scheduleExample(): void {
    clearTimeout(this.#exampleTimer)
    this.#exampleTimer = setTimeout(() => void this.#example(), TYPING_PAUSE_MS)
  }

  /** Drops the current plan, and makes a new one when the user pauses. */
  schedulePlan(): void {
    this.#drop()
    const { folderId, pattern } = this.#store.getState().form
    if (folderId === undefined || pattern.trim() === '' || patternLengthFlaw(pattern) !== undefined) {
      this.#store.setState({ planning: { state: 'idle' } })
      return
    }
    this.#store.setState({ planning: { state: 'planning' } })
    this.#planTimer = setTimeout(() => void this.#plan(folderId), TYPING_PAUSE_MS)
  }

  cancel(): void {
    this.#drop()
    this.#store.setState({ planning: { state: 'cancelled' } })
  }

  /** Leaves nothing behind in the main process. With `isUsed` the plan has become a job and is not discarded. */
  close(isUsed = false): void {
    clearTimeout(this.#exampleTimer)
    this.#exampleGeneration += 1
    if (isUsed) this.#store.setState({ planning: { state: 'idle' } })
    this.#drop()
  }

  /** Stops asking the service; late answers are discarded. */
  #drop(): void {
    clearTimeout(this.#planTimer)
    this.#planGeneration += 1
    if (this.#isPlanning)
      this.#task.caller.call('saving.cancelPlanning', {}).catch(ignoring('its answer is dropped either way'))
    this.#isPlanning = false
    const { planning } = this.#store.getState()
    if (planning.state === 'planned') this.#discard(planning.summary.planId)
    this.#store.setState({ planning: { state: 'idle' } })
  }

  async #example(): Promise<void> {
    this.#exampleGeneration += 1
    const turn = this.#exampleGeneration
    const { caller, sessionId, sampleSetIds } = this.#task
    const { pattern } = this.#store.getState().form
    // It would not even be sent.
    const tooLong = patternLengthFlaw(pattern)
    if (tooLong !== undefined) {
      this.#store.setState({ example: { texts: [], failure: tooLong } })
      return
    }
    try {
      const setIds = sampleSetIds.slice(0, 20)
      const { examples, failure } = await caller.call('saving.example', { sessionId, pattern, setIds })
      if (turn === this.#exampleGeneration) this.#store.setState({ example: { texts: examples, failure } })
    } catch (thrown) {
      if (turn !== this.#exampleGeneration) return
      this.#store.setState({ example: { texts: [], failure: caller.failureIn(thrown) } })
    }
  }

  async #plan(folderId: string): Promise<void> {
    const turn = this.#planGeneration
    const { caller, searchId, sessionId, setIds, worklist = null } = this.#task
    const { pattern, docTypes, conflict, isOnlyNew } = this.#store.getState().form
    const what = { searchId, sessionId, setIds: setIds === null ? null : [...setIds], worklist, folderId, pattern }
    this.#isPlanning = true
    try {
      const summary = await caller.call('saving.plan', { ...what, docTypes: [...docTypes], conflict, isOnlyNew })
      if (turn !== this.#planGeneration) {
        this.#discard(summary.planId)
        return
      }
      this.#isPlanning = false
      this.#store.setState({ planning: { state: 'planned', summary, documents: [] }, docTypes: summary.docTypes })
      await this.#readDocuments(turn, summary.planId, summary.documents)
    } catch (thrown) {
      if (turn !== this.#planGeneration) return
      this.#isPlanning = false
      this.#drop()
      this.#store.setState({ planning: { state: 'failed', failure: caller.failureIn(thrown) } })
    }
  }

  /** Shows the first slice at once and the whole plan at the end; each slice in between would sort the tree again. */
  async #readDocuments(turn: number, planId: string, count: number): Promise<void> {
    const read: PlannedDocument[] = []
    while (read.length < count) {
      const slice = { from: read.length, count: SLICE }
      const { documents } = await this.#task.caller.call('saving.planned', { planId, slice })
      if (turn !== this.#planGeneration || documents.length === 0) return
      const isFirst = read.length === 0
      for (const document of documents) read.push(document)
      if (isFirst || read.length >= count) this.#show([...read])
    }
  }

  #show(documents: readonly PlannedDocument[]): void {
    const { planning } = this.#store.getState()
    if (planning.state === 'planned') this.#store.setState({ planning: { ...planning, documents } })
  }

  #discard(planId: string): void {
    this.#task.caller
      .call('saving.discardPlan', { planId })
      .catch(ignoring('the main process drops old plans eventually'))
  }
}
