import { bytesOfMb } from '../../../shared/model/size-limits.ts'
import { stopForbiddenSaves } from './stop-forbidden-saves.ts'
import type { DeskCore } from '../desk-core.ts'
import type { ShownRoom } from '../room.ts'
import type { SearchRuns } from '../search/search-runs.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import { createDeskPlans } from './plans.ts'
import { createSavingHandlers } from './saving-handlers.ts'

export interface SavingRoom extends ShownRoom<'saving' | 'jobs', 'jobs'> {
  queue: JobQueue
}

export function registerSaving(desk: DeskCore, runs: SearchRuns): SavingRoom {
  const { ports, engine, sessions, events, settings, chosenFolders: chosen, notices } = desk
  const { clock, folders, policy } = ports
  const largestDocumentBytes = (): number => bytesOfMb(settings.read().largestDocumentMb)
  const queue = createJobQueue({ engine, sessions, events, clock, largestDocumentBytes })
  const roots = (): readonly string[] | null => policy.current().values.ArchiveRoots
  const plans = createDeskPlans()
  return {
    queue,
    handlers: createSavingHandlers({ engine, sessions, runs, folders, chosen, plans, roots, queue, settings }),
    snapshot: () => ({ jobs: notices.unlessBroken(queue.list, []) }),
    onPolicy: () => stopForbiddenSaves(policy, queue),
    stop: queue.stop,
  }
}
