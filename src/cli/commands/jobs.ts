import type { JobSummary } from '../../shared/model/job.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'
import { textTable } from '../terminal/text-table.ts'

/** `jobs`: lists the jobs of this data folder. */
export const jobs: CommandAction<GeneralOptions> = async ({ open, screen }) => {
  const desk = await open()
  const all = desk.jobs.list()
  await screen.result(all, () => (all.length === 0 ? ['There are no jobs.\n'] : lines(all)))
  return undefined
}

function* lines(all: JobSummary[]): Generator<string> {
  yield* textTable(
    ['JOB', 'STATE', 'CREATED (UTC)', 'SAVED', 'FAILED', 'FOLDER'],
    all.map(({ job, state, createdAt, saved, skipped, planned, failed, folder }) => [
      job,
      state,
      createdAt.slice(0, 16).replace('T', ' '),
      `${saved + skipped}/${planned}`,
      String(failed),
      folder,
    ]),
  )
}
