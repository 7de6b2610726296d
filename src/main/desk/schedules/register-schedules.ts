import type { DeskCore } from '../desk-core.ts'
import type { FeedsService } from '../feed/feeds-service.ts'
import type { Room } from '../room.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import { createScheduleHandlers } from './schedule-handlers.ts'
import { createSchedulesService } from './schedules-service.ts'

export function registerSchedules(desk: DeskCore, queue: JobQueue, feeds: FeedsService): Room<'schedules'> {
  const { ports, engine, sessions, events, settings, chosenFolders: chosen } = desk
  const { clock, power, paths } = ports
  const concurrency = (): number => settings.read().concurrency
  const parts = { dataDir: paths.dataDir, engine, sessions, queue, feeds, events, clock, power, concurrency }
  const schedules = createSchedulesService(parts)
  return {
    handlers: createScheduleHandlers({ schedules, engine, sessions, chosen, clock }),
    start: schedules.start,
    stop: schedules.stop,
  }
}
