import { FolderOpen, Pause, Play, ShieldCheck, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/Button.tsx'
import { CancelJobDialog } from './CancelJobDialog.tsx'
import { downloadsStore } from './downloads-store.ts'
import { canGoOn, isUnderWay, type Job, resumeLabel } from './job-words.ts'
import styles from './JobView.module.css'

/** What can be done with a job as it stands. */
export function JobActions({ job }: { readonly job: Job }): ReactNode {
  const busy = useStore(downloadsStore, (state) => state.busy)
  const [isAsked, setIsAsked] = useState(false)
  const { ask, verify } = downloadsStore.actions
  const isBusy = busy?.jobId === job.jobId
  return (
    <div className={styles.actions}>
      {canGoOn(job) && (
        <Button variant="primary" icon={Play} isDisabled={isBusy} onPress={() => void ask('jobs.resume', job.jobId)}>
          {resumeLabel(job)}
        </Button>
      )}
      {isUnderWay(job) && (
        <Button
          icon={Pause}
          isDisabled={isBusy || job.state === 'pausing'}
          onPress={() => void ask('jobs.pause', job.jobId)}
        >
          Pause
        </Button>
      )}
      <Button icon={FolderOpen} onPress={() => void ask('jobs.openFolder', job.jobId)}>
        Open folder
      </Button>
      {!isUnderWay(job) && (
        <Button icon={ShieldCheck} onPress={() => void verify(job.jobId)}>
          Verify folder
        </Button>
      )}
      {(isUnderWay(job) || canGoOn(job)) && (
        <Button variant="quiet" icon={X} isDisabled={isBusy} onPress={() => setIsAsked(true)}>
          Cancel…
        </Button>
      )}
      <CancelJobDialog job={job} isOpen={isAsked} onClose={() => setIsAsked(false)} />
    </div>
  )
}
