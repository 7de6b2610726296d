import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { copyList } from './documents/copy-list.ts'
import { downloadsStore } from './downloads-store.ts'
import { canGoOn, isUnderWay, type Job } from './job-words.ts'

/** What can be done with the job that is looked at, for the palette. */
export function useDownloadCommands(job: Job | undefined): void {
  useCommands(job === undefined ? [] : offersFor(job))
}

function offersFor(job: Job): CommandOffer[] {
  const { jobId } = job
  const { ask, verify } = downloadsStore.actions
  const offer = (id: string, title: string, more: Pick<CommandOffer, 'run' | 'isEnabled'>): CommandOffer => ({
    ...{ id: `downloads.${id}`, title, group: 'Downloads' },
    ...more,
  })
  return [
    offer('pause', 'Pause this save', { isEnabled: isUnderWay(job), run: () => void ask('jobs.pause', jobId) }),
    offer('resume', job.pending === 0 && job.failed > 0 ? 'Retry what this save could not save' : 'Resume this save', {
      isEnabled: canGoOn(job),
      run: () => void ask('jobs.resume', jobId),
    }),
    offer('openFolder', 'Open the folder of this save', { run: () => void ask('jobs.openFolder', jobId) }),
    offer('verify', 'Verify the folder of this save', { isEnabled: !isUnderWay(job), run: () => void verify(jobId) }),
    offer('copyList', 'Copy the list of documents', { run: () => void copyList(jobId) }),
  ]
}
