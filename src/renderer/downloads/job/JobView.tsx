import { type ReactNode, useEffect, memo, useState } from 'react'
import { useStore } from 'zustand'
import { deskStore } from '../../client/desk-store.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { DocumentList, DocumentsBar } from '../documents/DocumentList.tsx'
import { downloadsStore } from '../downloads-store.ts'
import {
  type Job,
  jobLook,
  progressText,
  settledOf,
  timeText,
  timingText,
  canGoOn,
  isUnderWay,
  resumeLabel,
} from '../job-words.ts'
import { JobMark } from './JobMark.tsx'
import styles from './JobView.module.css'
import { FolderOpen, type LucideIcon, Pause, Play, ShieldCheck, X } from 'lucide-react'
import { Button } from '../../ui/actions/Button.tsx'
import { CancelJobDialog } from './CancelJobDialog.tsx'

/** One job: how it stands, what can be done, and each of its documents. */
export function JobView({ job }: { readonly job: Job }): ReactNode {
  const { jobId } = job
  const { documents } = downloadsStore
  const filter = useStore(documents.store, (shown) => shown.filter)
  useEffect(() => {
    // The same job again, after another place: its filter stays.
    if (documents.store.getState().jobId !== jobId) documents.show(jobId, null)
  }, [documents, jobId])
  useEffect(() => {
    const jobIn = ({ desk }: ReturnType<typeof deskStore.getState>): Job | undefined =>
      desk?.jobs.find((one) => one.jobId === jobId)
    return deskStore.subscribe((now, before) => {
      if (jobIn(now) !== jobIn(before)) documents.refreshSoon()
    })
  }, [documents, jobId])
  return (
    <section aria-label="Save" className={styles.view}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h2>{`Save of ${timeText(job.createdAt)}`}</h2>
          {job.rule !== null && (
            <p>
              Parcel <Foreign text={job.rule.parcel} />, by the rule <Foreign text={job.rule.name} />
            </p>
          )}
          <p className={styles.path}>{job.folder}</p>
        </div>
        <JobActions job={job} />
      </header>
      <Progress job={job} />
      <Trouble job={job} />
      <DocumentsBar job={job} filter={filter} />
      <DocumentList label={`Documents of the save of ${timeText(job.createdAt)}`} />
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
  const look = jobLook(job)
  const tone = Object.entries(TONES).find(([one]) => one === look)?.[1] ?? 'running'
  return (
    <div className={styles.progress}>
      <div className={styles.line}>
        {/* Only the state is read out when it changes; the counts would never stop. */}
        <span className={styles.state}>
          <output>
            <JobMark job={job} />
          </output>
          <span>{progressText(job)}</span>
        </span>
        <span className={styles.muted}>{timingText(job)}</span>
      </div>
      <ProgressBar
        isBare
        label="Progress"
        tone={tone}
        done={settledOf(job)}
        total={job.planned}
        text={progressText(job)}
      />
      {job.note !== null && <p className={styles.muted}>{asSentence(job.note)}</p>}
      <p className={styles.muted}>{`For ${job.username}${job.environment === 'test' ? ', test environment' : ''}`}</p>
    </div>
  )
}

function asSentence(note: string): string {
  return `${note.charAt(0).toUpperCase()}${note.slice(1)}.`
}

/** Why it stands still, and why the last thing asked of it was not done. */
function Trouble({ job }: { readonly job: Job }): ReactNode {
  const asked = useStore(downloadsStore, (state) => state.failure)
  const isPaused = jobLook(job) === 'paused'
  return (
    <>
      {job.failure !== null && !isPaused && <FailureNotice failure={job.failure} />}
      {asked?.jobId === job.jobId && <FailureNotice failure={asked.failure} />}
    </>
  )
}

interface JobActionsProps {
  readonly job: Job
}

/** What can be done with a job as it stands. Its counts change ten times a second, its buttons hardly ever. */
const JobActions = memo(PlainJobActions, (before, now) => actionsKey(before.job) === actionsKey(now.job))

function actionsKey(job: Job): string {
  return [job.jobId, job.state, canGoOn(job) ? resumeLabel(job) : ''].join(' ')
}

function PlainJobActions({ job }: JobActionsProps): ReactNode {
  const isBusy = useStore(downloadsStore, ({ busy }) => busy?.jobId === job.jobId)
  const [isAsked, setIsAsked] = useState(false)
  const { ask, verify } = downloadsStore.actions
  return (
    <div className={styles.actions}>
      <MainAction job={job} isBusy={isBusy} />
      <Button icon={FolderOpen} onPress={() => void ask('jobs.openFolder', job.jobId)}>
        Open folder
      </Button>
      {canGoOn(job) && (
        <Button icon={ShieldCheck} onPress={() => void verify(job.jobId)}>
          Verify folder
        </Button>
      )}
      {(isUnderWay(job) || canGoOn(job)) && (
        <Button variant="quiet" icon={X} isDisabled={isBusy} onPress={() => setIsAsked(true)}>
          Cancel…
        </Button>
      )}
      {isAsked && <CancelJobDialog jobId={job.jobId} onClose={() => setIsAsked(false)} />}
    </div>
  )
}

/**
 * One button for what comes next: pause, then resume, in the end verify. The keyboard stays on it when it turns from one into
 * the other; as several buttons, or disabled, it would lose the focus.
 */
function MainAction({ job, isBusy }: JobActionsProps & { readonly isBusy: boolean }): ReactNode {
  const { ask, verify } = downloadsStore.actions
  const { title, icon, run } = nextAction(job)
  const press = (): void => {
    if (isBusy || job.state === 'pausing' || job.state === 'cancelling') return
    if (run === 'verify') void verify(job.jobId)
    else void ask(run, job.jobId)
  }
  return (
    <Button variant={canGoOn(job) ? 'primary' : 'plain'} icon={icon} onPress={press}>
      {title}
    </Button>
  )
}

interface NextAction {
  readonly title: string
  readonly icon: LucideIcon
  readonly run: 'jobs.resume' | 'jobs.pause' | 'verify'
}

function nextAction(job: Job): NextAction {
  if (canGoOn(job)) return { title: resumeLabel(job), icon: Play, run: 'jobs.resume' }
  if (!isUnderWay(job)) return { title: 'Verify folder', icon: ShieldCheck, run: 'verify' }
  if (job.state === 'cancelling') return { title: 'Cancelling…', icon: Pause, run: 'jobs.pause' }
  return { title: job.state === 'pausing' ? 'Pausing…' : 'Pause', icon: Pause, run: 'jobs.pause' }
}
