import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { downloadsStore } from './downloads-store.ts'
import styles from './DownloadsScreen.module.css'
import { groupKey, groupsHere } from './job-groups.ts'
import { jobsHere } from './jobs-here.ts'
import { JobList } from './job/JobList.tsx'
import { JobView } from './job/JobView.tsx'
import { RuleJobs } from './job/RuleJobs.tsx'
import { VerifyDialog } from './job/VerifyDialog.tsx'
import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import { copyList } from './documents/document-actions.ts'
import { canGoOn, isUnderWay, type Job } from './job-words.ts'

/** Every save: what is under way, what stands still and why, and what was done. */
export function DownloadsScreen(): ReactNode {
  const wanted = useStore(downloadsStore, (state) => state.selectedJobId)
  const job = useDesk((desk) => {
    const jobs = jobsHere(desk)
    return jobs.find(({ jobId }) => jobId === wanted) ?? jobs[0]
  })
  const group = useDesk((desk) => {
    const key = job === undefined ? undefined : groupKey(job)
    return groupsHere(desk).find((one) => one.key === key)
  })
  useDownloadCommands(job)
  return (
    <div className={styles.screen}>
      {job === undefined ? (
        <Nothing />
      ) : (
        <div className={styles.panes}>
          <JobList selectedKey={groupKey(job)} />
          {group?.ruleName === null || group === undefined ? (
            <JobView job={job} />
          ) : (
            <div className={styles.rule}>
              <RuleJobs group={group} selected={job.jobId} />
              <JobView job={job} />
            </div>
          )}
        </div>
      )}
      <VerifyDialog />
    </div>
  )
}

function Nothing(): ReactNode {
  return (
    <EmptyState icon={Download} title="Nothing was saved yet">
      <p className={styles.paragraph}>
        Find parcel sets in Search or paste references into Worklist, tick them, and choose Save. Each save is listed
        here with every document: what was saved and where, what was there already, and what could not be saved and why.
      </p>
      <p>A save goes on after a pause, a restart or a lost connection. No document is fetched twice.</p>
    </EmptyState>
  )
}

/** What can be done with the job that is looked at, for the palette. */
function useDownloadCommands(job: Job | undefined): void {
  useCommands(job === undefined ? [] : offersFor(job))
}

function offersFor(job: Job): CommandOffer[] {
  const { jobId } = job
  const { ask, verify } = downloadsStore.actions
  const offer = (id: string, title: string, more: Pick<CommandOffer, 'run' | 'isEnabled'>): CommandOffer => ({
    id: `downloads.${id}`,
    title,
    group: 'Downloads',
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
