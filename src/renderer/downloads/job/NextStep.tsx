import { type LucideIcon, Pause, Play, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button, type ButtonProps } from '../../ui/actions/Button.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { canResume, isUnderWay, type Job, resumeLabel } from '../job-words.ts'

interface NextStepProps extends Required<Pick<ButtonProps, 'variant'>> {
  readonly job: Job
}

/**
 * One button for the next step: pause, then resume, finally verify. The focus stays on it when it changes; several buttons, or a
 * disabled one, would lose the focus.
 */
export function NextStep({ job, variant }: NextStepProps): ReactNode {
  const isBusy = useStore(downloadsStore, ({ busy }) => busy?.jobId === job.jobId)
  const { run, verify } = downloadsStore.actions
  const [title, icon, action] = nextStep(job)
  const press = (): void => {
    if (action === 'verify') void verify(job.jobId)
    else if (!isBusy && job.state !== 'pausing' && job.state !== 'cancelling') void run(action, job.jobId)
  }
  return (
    <Button variant={variant} icon={icon} onPress={press}>
      {title}
    </Button>
  )
}

function nextStep(job: Job): readonly [string, LucideIcon, 'jobs.resume' | 'jobs.pause' | 'verify'] {
  if (canResume(job)) return [resumeLabel(job), Play, 'jobs.resume']
  if (!isUnderWay(job)) return ['Verify folder', ShieldCheck, 'verify']
  if (job.state === 'cancelling') return ['Cancelling…', Pause, 'jobs.pause']
  return [job.state === 'pausing' ? 'Pausing…' : 'Pause', Pause, 'jobs.pause']
}
