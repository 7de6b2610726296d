import { powerSaveBlocker } from 'electron'
import type { RunningJobs } from '../running-jobs.ts'

/** Keeps the computer from falling asleep while documents are saved; the screen may go dark. */
export function keepAwake(jobs: RunningJobs): void {
  let blocker: number | undefined
  jobs.onChange(() => {
    const isSaving = jobs.ids().length > 0
    if (isSaving) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    if (isSaving || blocker === undefined) return
    powerSaveBlocker.stop(blocker)
    blocker = undefined
  })
}
