import { FolderOpen, ShieldCheck, Undo2, X } from 'lucide-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { deskStore, useDesk } from '../../client/desk-store.ts'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { useCommandsIn } from '../../commands/use-commands.ts'
import { AlsoSaving } from '../AlsoSaving.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { useRegion } from '../../ui/base/use-region.ts'
import { timeText } from '../../ui/base/words.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { ConfirmDialog } from '../../ui/layout/Dialog.tsx'
import { DocumentList } from '../documents/DocumentList.tsx'
import { downloadsStore } from '../downloads-store.ts'
import {
  cancelConsequence,
  canResume,
  canUndo,
  isUnderWay,
  type Job,
  jobStatus,
  jobTitle,
  progressText,
  resumeLabel,
  settledCount,
  timingText,
} from '../job-words.ts'
import { DocumentsBar } from './DocumentsBar.tsx'
import { JobMark } from './JobMark.tsx'
import styles from './JobView.module.css'
import { NextStep } from './NextStep.tsx'

/** One job: its status, its actions and each of its documents. */
export function JobView({ job }: { readonly job: Job }): ReactNode {
  const { jobId } = job
  const { documents } = downloadsStore
  const filter = useStore(documents.store, (shown) => shown.filter)
  useEffect(() => {
    // Back from another place to the same job: its filter stays.
    if (documents.store.getState().jobId !== jobId) documents.show(jobId, null)
  }, [documents, jobId])
  const status = jobStatus(job)
  useEffect(() => {
    if (status === 'not-all') downloadsStore.actions.noteLook(jobId)
  }, [jobId, status])
  useEffect(() => {
    const jobIn = ({ desk }: ReturnType<typeof deskStore.getState>): Job | undefined =>
      desk?.jobs.find((one) => one.jobId === jobId)
    return deskStore.subscribe((now, before) => {
      if (jobIn(now) !== jobIn(before)) documents.scheduleRefresh()
    })
  }, [documents, jobId])
  return (
    <section aria-label="Save" className={styles.view}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h2>
            <bdi>{jobTitle(job)}</bdi>
          </h2>
          <p className={base.note}>
            Started {timeText(job.createdAt)}
            {job.rule !== null && (
              <>
                {' '}
                by the rule <Foreign text={job.rule.name} />
              </>
            )}
          </p>
          <p className={classes(base.path, base.muted)}>
            <Foreign text={job.folder} />
          </p>
        </div>
        <JobActions job={job} />
      </header>
      <Progress job={job} />
      <JobFailures job={job} />
      <DocumentsBar job={job} filter={filter} />
      <DocumentList label={`Documents of ${jobTitle(job)}`} />
    </section>
  )
}

const TONES = {
  away: 'paused',
  stopped: 'danger',
  'not-all': 'danger',
  done: 'success',
  paused: 'paused',
  cancelled: 'paused',
} as const

function Progress({ job }: { readonly job: Job }): ReactNode {
  const status = jobStatus(job)
  const tone = Object.entries(TONES).find(([one]) => one === status)?.[1] ?? 'running'
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        {/* Only changes of the status are announced; the counts would never stop. */}
        <span className={styles.state}>
          <output>
            <JobMark job={job} />
          </output>
          <span>{progressText(job)}</span>
        </span>
        <span className={base.note}>{timingText(job)}</span>
      </div>
      <ProgressBar
        isBare
        label="Progress"
        tone={tone}
        done={settledCount(job)}
        total={job.planned}
        text={progressText(job)}
      />
      {job.note !== null && <p className={base.note}>{asSentence(job.note)}</p>}
      <AlsoSaving others={job.alsoSaving} />
      <p className={base.note}>{`For ${job.username}${job.environment === 'test' ? ', test environment' : ''}`}</p>
    </div>
  )
}

function asSentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`
}

/** Why the job stopped, and why the last action on it failed. */
function JobFailures({ job }: { readonly job: Job }): ReactNode {
  const actionFailure = useStore(downloadsStore, (state) => state.failure)
  const isPaused = jobStatus(job) === 'paused'
  return (
    <>
      {job.failure !== null && !isPaused && <FailureNotice failure={job.failure} />}
      {actionFailure?.jobId === job.jobId && <FailureNotice failure={actionFailure.failure} />}
    </>
  )
}

/** The job’s actions. Its counts change ten times a second, its buttons hardly ever. */
const JobActions = memo(PlainJobActions, (before, now) => actionsKey(before.job) === actionsKey(now.job))

function actionsKey(job: Job): string {
  return [job.jobId, job.state, canResume(job) ? resumeLabel(job) : ''].join(' ')
}

function PlainJobActions({ job }: { readonly job: Job }): ReactNode {
  useRegion()
  const isBusy = useStore(downloadsStore, ({ busy }) => busy?.jobId === job.jobId)
  const [isConfirming, setIsConfirming] = useState(false)
  const canCancel = isUnderWay(job) || canResume(job)
  useCommandsIn('Downloads', [
    {
      id: 'downloads.cancel',
      title: 'Cancel this save…',
      isEnabled: canCancel && !isBusy,
      run: () => setIsConfirming(true),
    },
  ])
  return (
    <div className={base.buttons}>
      <NextStep job={job} variant={canResume(job) ? 'primary' : 'plain'} />
      <CommandButton id="downloads.openFolder" icon={FolderOpen}>
        Open folder
      </CommandButton>
      {canResume(job) && (
        <CommandButton id="downloads.verify" icon={ShieldCheck}>
          Verify folder
        </CommandButton>
      )}
      {canUndo(job) && <CommandButton id="downloads.undo" variant="quiet" icon={Undo2} />}
      {canCancel && (
        <CommandButton id="downloads.cancel" variant="quiet" icon={X}>
          Cancel…
        </CommandButton>
      )}
      {isConfirming && <CancelJobDialog jobId={job.jobId} onClose={() => setIsConfirming(false)} />}
    </div>
  )
}

/** A cancelled job cannot be resumed. */
function CancelJobDialog({ jobId, onClose }: { readonly jobId: string; readonly onClose: () => void }): ReactNode {
  // Its counts go on while the question is on the screen.
  const job = useDesk(({ jobs }) => jobs.find((one) => one.jobId === jobId))
  return (
    <ConfirmDialog
      title="Cancel this save?"
      confirm="Cancel the save"
      keep="Keep the save"
      onConfirm={() => {
        onClose()
        void downloadsStore.actions.run('jobs.cancel', jobId)
      }}
      onClose={onClose}
    >
      {job !== undefined && <p>{cancelConsequence(job)}</p>}
    </ConfirmDialog>
  )
}
