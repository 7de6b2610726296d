import { onTestFinished } from 'vitest'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createEventHub } from '../../src/main/desk/event-hub.ts'
import {
  createDocumentHandlers,
  createDocumentKeys,
  type DocumentKeys,
} from '../../src/main/desk/documents/document-handlers.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'
import type { FoldersPort } from '../../src/main/desk/desk-ports.ts'
import { createChosenFolders } from '../../src/main/desk/chosen-paths.ts'
import { createDeskPlans } from '../../src/main/desk/saving/plans.ts'
import { createJobQueue, type JobQueue } from '../../src/main/desk/saving/job-queue.ts'
import { createSavingHandlers } from '../../src/main/desk/saving/saving-handlers.ts'
import { createSettingsStore, type SettingsStore } from '../../src/main/desk/settings/settings-store.ts'
import type { Input, Output, Payload } from '../../src/shared/contract/contract.ts'
import { bytesOfMb } from '../../src/shared/model/size-limits.ts'
import { createDeskCalls, type DeskCalls } from './desk-calls.ts'
import { createQuickClock } from './quick-clock.ts'
import { openSearchPage, type SearchPage } from './search-page.ts'
import { policyOf } from './test-policy.ts'
import type { TestDeskOptions } from './test-desk.ts'

export type JobView = Payload<'jobs.changed'>
export type PlanInput = Input<'saving.plan'>

/** Searches, saves and opens documents as a page does, over real HTTP and on a real disk. */
export interface SavingPage extends DeskCalls {
  page: SearchPage
  queue: JobQueue
  keys: DocumentKeys
  /** What the dialog for a folder answers, in order; closed when there is none. */
  foldersToChoose: string[]
  /** Everything that was opened, shown or dragged, as `open /a/b`. */
  asked: string[]
  /** Every state of every job that was told, in order. */
  jobs: JobView[]
  /** How far documents that are being opened were told to be, in order. */
  openings: Payload<'documents.progressed'>[]
  settings: SettingsStore
  /** Signs in as the demo user, searches to the end and chooses the folder of the test. */
  begin(selection?: Parameters<SearchPage['search']>[1]): Promise<Begun>
  plan(begun: Begun, change?: Partial<PlanInput>): Promise<Output<'saving.plan'>>
  /** Plans and starts. */
  save(begun: Begun, change?: Partial<PlanInput> & { concurrency?: number }): Promise<string>
  /** Waits until a job is told to be in this state. */
  reached(jobId: string, state: JobView['state']): Promise<JobView>
}

export interface Begun {
  sessionId: string
  searchId: string
  folderId: string
}

export interface SavingPageOptions extends TestDeskOptions {
  /** Of the queue of jobs. Default: one on which it waits neither for a service nor, at its end, for what is under way. */
  queueClock?: ClockPort
}

/** Ends with the test. */
export async function openSavingPage(options: SavingPageOptions): Promise<SavingPage> {
  const { queueClock = createQuickClock() } = options
  const page = await openSearchPage(options)
  const { desk: engine, dataDir, folder } = page.desk
  const { sessions, runs } = page
  const { folders, asked, foldersToChoose } = scriptedFolders()
  const jobs: JobView[] = []
  const events = createEventHub(createSystemClock())
  const openings: Payload<'documents.progressed'>[] = []
  events.listen((event) => {
    if (event.name === 'jobs.changed') jobs.push(event.payload)
    if (event.name === 'documents.progressed') openings.push(event.payload)
  })
  const chosen = createChosenFolders(dataDir, (notice) => void page.notices.push(notice))
  const settings = createSettingsStore({
    dataDir,
    policy: policyOf(),
    onNotice: (notice) => void page.notices.push(notice),
  })
  const queue = createJobQueue({
    engine,
    sessions,
    events,
    clock: queueClock,
    largestDocumentBytes: () => bytesOfMb(settings.read().largestDocumentMb),
  })
  onTestFinished(queue.stop)
  const keys = createDocumentKeys()
  const plans = createDeskPlans()
  const saving = { engine, sessions, runs, folders, chosen, plans, queue, settings, roots: () => null }
  const handlers = {
    ...createSavingHandlers(saving),
    ...createDocumentHandlers({
      sessions,
      signatures: engine.signatures,
      folders,
      keys,
      dataDir,
      events,
      settings,
      policy: policyOf(),
    }),
  }
  const calls = createDeskCalls(handlers, engine.logger)
  const plan: SavingPage['plan'] = ({ searchId, folderId }, change) => {
    const wish = { setIds: null, pattern: '{documentId}', conflict: 'keep-both', isOnlyNew: false } as const
    return calls.call('saving.plan', { searchId, folderId, docTypes: [], ...wish, ...change })
  }
  return {
    ...calls,
    page,
    queue,
    keys,
    foldersToChoose,
    asked,
    jobs,
    openings,
    settings,
    plan,
    begin: async (selection) => {
      const sessionId = await page.signIn()
      const { searchId } = await page.search(sessionId, selection)
      foldersToChoose.push(folder)
      const { folderId } = (await calls.call('saving.chooseFolder', {})) ?? { folderId: '' }
      return { sessionId, searchId, folderId }
    },
    save: async (begun, { concurrency = 4, ...change } = {}) => {
      const { planId } = await plan(begun, change)
      return (await calls.call('saving.start', { planId, concurrency })).jobId
    },
    reached: async (jobId, state) => await told({ jobs, events }, (job) => job.jobId === jobId && job.state === state),
  }
}

function scriptedFolders() {
  const asked: string[] = []
  const foldersToChoose: string[] = []
  const note = (what: string, ...paths: readonly string[]): Promise<void> => {
    asked.push([what, ...paths].join(' '))
    return Promise.resolve()
  }
  const folders: FoldersPort = {
    chooseFolder: () => Promise.resolve(foldersToChoose.shift()),
    chooseFile: () => Promise.resolve(undefined),
    chooseNewFile: () => Promise.resolve(undefined),
    open: (path) => note('open', path),
    showInFolder: (path) => note('show', path),
    drag: (paths) => note('drag', ...paths),
  }
  return { asked, foldersToChoose, folders }
}

/** Checks the last event of each job, and waits for the next ones. */
async function told(
  { jobs, events }: { jobs: readonly JobView[]; events: Pick<ReturnType<typeof createEventHub>, 'listen'> },
  isMeant: (job: JobView) => boolean,
): Promise<JobView> {
  const newest = new Map(jobs.map((job) => [job.jobId, job]))
  const known = [...newest.values()].find(isMeant)
  if (known !== undefined) return known
  return await new Promise((resolve) => {
    const stop = events.listen((event) => {
      if (event.name !== 'jobs.changed' || !isMeant(event.payload)) return
      stop()
      resolve(event.payload)
    })
  })
}
