import { FolderOpen, type LucideIcon, Pause, Play, ShieldCheck, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { CancelJobDialog } from './CancelJobDialog.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { canGoOn, isUnderWay, type Job, resumeLabel } from '../job-words.ts'
import styles from './JobView.module.css'

interface JobActionsProps {
  readonly job: Job
}

/** What can be done with a job as it stands. Its counts change ten times a second, its buttons hardly ever. */
export const JobActions = memo(PlainJobActions, (before, now) => actionsKey(before.job) === actionsKey(now.job))

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
