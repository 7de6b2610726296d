import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/use-desk.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { downloadsStore } from './downloads-store.ts'
import styles from './DownloadsScreen.module.css'
import { groupKey, groupsHere } from './job-groups.ts'
import { jobsHere } from './jobs-here.ts'
import { JobList } from './job/JobList.tsx'
import { JobView } from './job/JobView.tsx'
import { RuleJobs } from './job/RuleJobs.tsx'
import { useDownloadCommands } from './use-download-commands.ts'
import { VerifyDialog } from './job/VerifyDialog.tsx'

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
