import type { DeskCore } from '../desk-core.ts'
import type { Room } from '../room.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import { createJobEnds } from '../schedules/job-ends.ts'
import { createPackHandlers } from './pack-handlers.ts'

export function registerPacks(desk: DeskCore, queue: JobQueue): Room<'packs'> {
  const { ports, engine, sessions, events, settings, chosenFolders: chosen } = desk
  const { folders } = ports
  const ends = createJobEnds({ engine, queue, events })
  return { handlers: createPackHandlers({ engine, sessions, folders, chosen, queue, ends, events, settings }) }
}
