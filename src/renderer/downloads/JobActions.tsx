import { FolderOpen, Pause, Play, ShieldCheck, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/Button.tsx'
import { CancelJobDialog } from './CancelJobDialog.tsx'
import { downloadsStore } from './downloads-store.ts'
import { canGoOn, isUnderWay, type Job, resumeLabel } from './job-words.ts'
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
  const isOpen = isUnderWay(job) || canGoOn(job)
  return (
    <div className={styles.actions}>
      {isOpen && <PauseOrResume job={job} isBusy={isBusy} />}
      <Button icon={FolderOpen} onPress={() => void ask('jobs.openFolder', job.jobId)}>
        Open folder
      </Button>
      {!isUnderWay(job) && (
        <Button icon={ShieldCheck} onPress={() => void verify(job.jobId)}>
          Verify folder
        </Button>
      )}
      {isOpen && (
        <Button variant="quiet" icon={X} isDisabled={isBusy} onPress={() => setIsAsked(true)}>
          Cancel…
        </Button>
      )}
      {isAsked && <CancelJobDialog jobId={job.jobId} onClose={() => setIsAsked(false)} />}
    </div>
  )
}

/** One button for both, so that the keyboard stays on it when it turns from one into the other. */
function PauseOrResume({ job, isBusy }: JobActionsProps & { readonly isBusy: boolean }): ReactNode {
  const { ask } = downloadsStore.actions
  const goesOn = canGoOn(job)
  // Pressed while it cannot do anything it stays where it is: disabled, it would lose the focus.
  const isWaiting = isBusy || job.state === 'pausing'
  const press = (): void => {
    if (!isWaiting) void ask(goesOn ? 'jobs.resume' : 'jobs.pause', job.jobId)
  }
  return (
    <Button variant={goesOn ? 'primary' : 'plain'} icon={goesOn ? Play : Pause} onPress={press}>
      {goesOn ? resumeLabel(job) : job.state === 'pausing' ? 'Pausing…' : 'Pause'}
    </Button>
  )
}
