import { badUsage } from '../../shared/errors/app-error.ts'
import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import { didYouMean } from '../../engine/base/did-you-mean.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { Schedule } from '../../engine/schedules/schedule.ts'
import type { ScheduleStore } from '../../engine/schedules/schedule-store.ts'

export interface FoundSchedule {
  store: ScheduleStore
  schedule: Schedule
}

/** Of both environments. */
export function listSchedules(desk: Pick<ParcelDesk, 'schedules'>): FoundSchedule[] {
  return ENVIRONMENTS.flatMap((environment) => {
    const store = desk.schedules(environment)
    return store.list().map((schedule) => ({ store, schedule }))
  })
}

/** By id or by name, whatever the case. Fails with bad-usage where there is none, or several have the name. */
export function findSchedule(desk: Pick<ParcelDesk, 'schedules'>, named: string): FoundSchedule {
  const all = listSchedules(desk)
  const byId = all.find(({ schedule }) => schedule.scheduleId === named)
  if (byId !== undefined) return byId
  const [found, ...others] = all.filter(({ schedule }) => foldName(schedule.name) === foldName(named))
  if (found === undefined) {
    const names = all.map(({ schedule }) => schedule.name)
    throw badUsage(
      `There is no schedule “${named}”.`,
      `${didYouMean(named, names)}“parcel-desk schedule list” names them.`,
    )
  }
  if (others.length > 0) {
    throw badUsage(
      `${others.length + 1} schedules are called “${named}”.`,
      'Take the id that “parcel-desk schedule list --json” prints.',
    )
  }
  return found
}

export function foldName(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}
