import { Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { copyText } from '../ui/feedback/toast-queue.ts'
import { downloadsStore } from './downloads-store.ts'
import styles from './DownloadsScreen.module.css'
import { groupKey, listedGroups, listedJobs } from './job-groups.ts'
import { canResume, canUndo, isUnderWay, type Job } from './job-words.ts'
import { JobList } from './job/JobList.tsx'
import { JobView } from './job/JobView.tsx'
import { RuleJobs } from './job/RuleJobs.tsx'
import { undoStore } from './undo/undo-store.ts'

// Not needed before the first screen.
const VerifyDialog = lazy(async () => ({ default: (await import('./job/VerifyDialog.tsx')).VerifyDialog }))

/** Every save: running, stopped and why, or finished. */
export function DownloadsScreen(): ReactNode {
  const selectedJobId = useStore(downloadsStore, (state) => state.selectedJobId)
  const job = useDesk((desk) => {
    const jobs = listedJobs(desk)
    return jobs.find(({ jobId }) => jobId === selectedJobId) ?? jobs[0]
  })
  const group = useDesk((desk) => {
    const key = job === undefined ? undefined : groupKey(job)
    return listedGroups(desk).find((one) => one.key === key)
  })
  useDownloadCommands(job)
  const menu = useCommandMenu({ label: 'Save', commands: JOB_MENU })
  return (
    <div className={styles.screen}>
      {job === undefined ? (
        <Nothing />
      ) : (
        <div className={styles.panes}>
          <JobList selectedKey={groupKey(job)} onMenu={menu.openAt} />
          {group?.ruleName === null || group === undefined ? (
            <JobView job={job} />
          ) : (
            <div className={styles.rule}>
              <RuleJobs group={group} selected={job.jobId} onMenu={menu.openAt} />
              <JobView job={job} />
            </div>
          )}
        </div>
      )}
      {menu.menu}
      <Suspense>
        <VerifyDialog />
      </Suspense>
    </div>
  )
}

function Nothing(): ReactNode {
  return (
    <EmptyState icon={Download} title="Nothing saved yet">
      <p className={styles.paragraph}>
        Find parcel sets in Search or paste references into Worklist, tick them, and choose Save. Each save is listed
        here with every document: saved and where, already there, or not saved and why.
      </p>
      <p>A save continues after a pause, a restart or a lost connection. No document is fetched twice.</p>
    </EmptyState>
  )
}

/** The menu of a save. */
const JOB_MENU = [
  'downloads.pause',
  'downloads.resume',
  'separator',
  'downloads.openFolder',
  'downloads.copyFolder',
  'downloads.copyList',
  'separator',
  'downloads.verify',
  'downloads.cancel',
  'downloads.undo',
]

/** What palette and menu can do with the selected job. */
function useDownloadCommands(job: Job | undefined): void {
  useCommandsIn('Downloads', job === undefined ? [] : offersFor(job))
}

function offersFor(job: Job): OfferInGroup[] {
  const { jobId } = job
  const { run, openFolder, verify } = downloadsStore.actions
  const offer = (id: string, title: string, more: Pick<OfferInGroup, 'run' | 'isEnabled'>): OfferInGroup => ({
    id: `downloads.${id}`,
    title,
    ...more,
  })
  return [
    offer('pause', 'Pause this save', { isEnabled: isUnderWay(job), run: () => void run('jobs.pause', jobId) }),
    offer(
      'resume',
      job.pending === 0 && job.failed > 0 ? 'Retry the failed documents of this save' : 'Resume this save',
      {
        isEnabled: canResume(job),
        run: () => void run('jobs.resume', jobId),
      },
    ),
    offer('openFolder', 'Open the folder of this save', { run: () => void openFolder(jobId) }),
    offer('verify', 'Verify the folder of this save', { isEnabled: !isUnderWay(job), run: () => void verify(jobId) }),
    offer('undo', 'Undo this save…', { isEnabled: canUndo(job), run: () => void undoStore.actions.ask(jobId) }),
    offer('copyFolder', 'Copy the path of the folder', { run: () => void copyText(job.folder, 'Path copied') }),
  ]
}
