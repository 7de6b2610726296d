import { useStore } from 'zustand'
import { type CommandOffer, useCommands } from '../../commands/use-commands.ts'
import { displayName } from '../../ui/base/words.ts'
import { actOnSchedule, openSchedule, pauseSchedule, type Schedule, schedulesStore } from './schedules-store.ts'

const GROUP = 'Schedules'

/** What can be done with schedules, from any screen. */
export function useScheduleCommands(): void {
  const schedules = useStore(schedulesStore, (state) => state.schedules)
  useCommands([
    { id: 'schedule.add', title: 'Add a schedule…', group: GROUP, run: () => openSchedule() },
    ...schedules.filter(({ isReadable }) => isReadable).flatMap(commandsOf),
  ])
}

function commandsOf(schedule: Schedule): readonly CommandOffer[] {
  const { scheduleId, isPaused } = schedule
  const name = displayName(schedule.name)
  const offer = (verb: string, title: string, run: () => void): CommandOffer => ({
    id: `schedule.${verb} ${scheduleId}`,
    title,
    group: GROUP,
    run,
  })
  const pause = isPaused ? `Let the schedule “${name}” go on` : `Pause the schedule “${name}”`
  return [
    offer('run', `Run the schedule “${name}” now`, () => void actOnSchedule('schedules.runNow', schedule)),
    offer('pause', pause, () => void pauseSchedule(schedule, !isPaused)),
    offer('change', `Change the schedule “${name}”…`, () => openSchedule({ schedule })),
  ]
}
