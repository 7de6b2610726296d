import { DatabaseSync } from 'node:sqlite'
import type { ScheduleDetails } from '../../src/engine/schedules/schedule.ts'
import { createScheduleStore, type ScheduleStore } from '../../src/engine/schedules/schedule-store.ts'
import { SCHEDULES_SCHEMA } from '../../src/engine/schedules/schedules-schema.ts'
import { createWorklistStore, type WorklistStore } from '../../src/engine/worklists/worklist-store.ts'
import { WORKLISTS_SCHEMA } from '../../src/engine/worklists/worklists-schema.ts'
import type { Environment } from '../../src/shared/model/connection.ts'
import { DEFAULT_NAME_PATTERN } from '../../src/shared/model/name-patterns.ts'

/** Schedules in memory. */
export function memorySchedules(environment: Environment = 'test'): ScheduleStore {
  return scheduleDatabase(environment).store
}

/** The same with their database, to store what no program would. */
export function scheduleDatabase(environment: Environment = 'test'): { store: ScheduleStore; database: DatabaseSync } {
  const database = new DatabaseSync(':memory:')
  for (const script of SCHEDULES_SCHEMA.migrations) database.exec(script)
  return { store: createScheduleStore(database, environment), database }
}

/** Worklists in memory. */
export function memoryWorklists(): WorklistStore {
  return worklistDatabase().store
}

/** The same with their database, to store what no program would. */
export function worklistDatabase(): { store: WorklistStore; database: DatabaseSync } {
  const database = new DatabaseSync(':memory:')
  for (const script of WORKLISTS_SCHEMA.migrations) database.exec(script)
  return { store: createWorklistStore(database), database }
}

export const SCHEDULE_ACCOUNT = { baseUrl: 'https://exchange.example', username: 'ops' }

/** Of a schedule that saves every active set at half past seven. */
export function scheduleDetails(changes: Partial<ScheduleDetails> = {}): ScheduleDetails {
  const selection = { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: null, filters: {}, states: [] }
  return {
    rule: 'every day at 07:30',
    timeZone: 'Europe/Berlin',
    profile: 'main',
    source: { kind: 'search', name: null, selection },
    folder: '/target',
    pattern: DEFAULT_NAME_PATTERN,
    docTypes: [],
    conflict: 'keep-both',
    isOnlyNew: true,
    ...changes,
  }
}
