import { FolderOpen, Undo2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../client/desk-store.ts'
import { placeStore } from '../client/place-store.ts'
import base from '../ui/base/base.module.css'
import { CommandButton, CommandIconButton } from '../commands/CommandButton.tsx'
import { type CommandOffer, type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { downloadsStore } from './downloads-store.ts'
import { canResume, canUndo, isUnderWay, type Job, lastPart, progressText, settledCount } from './job-words.ts'
import { JobMark } from './job/JobMark.tsx'
import { NextStep } from './job/NextStep.tsx'
import { showJob } from './show-job.ts'
import styles from './SavingStrip.module.css'
import { undoStore } from './undo/undo-store.ts'

const UndoDialog = lazy(async () => ({ default: (await import('./undo/UndoDialog.tsx')).UndoDialog }))

/**
 * What became of the save that was begun in this window last, in whatever place the user goes on: saving takes nobody away from
 * where they are. Not in Downloads, which shows it anyway; gone once it is dismissed.
 */
export function SavingStrip(): ReactNode {
  const startedJobId = useStore(downloadsStore, (state) => state.startedJobId)
  const job = useDesk(({ jobs }) => jobs.find(({ jobId }) => jobId === startedJobId))
  const isElsewhere = useStore(placeStore, ({ place }) => place !== 'downloads')
  const isUndoing = useStore(undoStore, ({ undo }) => undo !== undefined)
  return (
    <>
      {job !== undefined && isElsewhere && <Strip job={job} />}
      {isUndoing && (
        <Suspense>
          <UndoDialog />
        </Suspense>
      )}
    </>
  )
}

function Strip({ job }: { readonly job: Job }): ReactNode {
  return (
    <section aria-label="Last save" className={styles.strip}>
      {/* Only changes of the status are announced; the counts would never stop. */}
      <output>
        <JobMark job={job} />
      </output>
      <span className={base.ellipsis}>
        {progressText(job)} {job.removed > 0 ? 'from' : 'to'} <bdi title={job.folder}>{lastPart(job.folder)}</bdi>
      </span>
      {isUnderWay(job) && (
        <span className={styles.bar}>
          <ProgressBar isBare label="Progress" done={settledCount(job)} total={job.planned} text={progressText(job)} />
        </span>
      )}
      <span className={styles.actions}>
        <StripActions job={job} />
      </span>
    </section>
  )
}

function StripActions({ job }: { readonly job: Job }): ReactNode {
  const { jobId } = job
  const { openFolder, forgetStarted } = downloadsStore.actions
  const isOver = !isUnderWay(job)
  const offer = (id: string, title: string, rest: Pick<CommandOffer, 'isEnabled' | 'run'>): OfferInGroup => ({
    id: `lastSave.${id}`,
    title,
    ...rest,
  })
  useCommandsIn('Downloads', [
    offer('show', 'Show the last save', { run: () => showJob(jobId) }),
    offer('openFolder', 'Open the folder of the last save', { isEnabled: isOver, run: () => void openFolder(jobId) }),
    offer('undo', 'Undo the last save…', {
      isEnabled: canUndo(job),
      run: () => void undoStore.actions.ask(jobId),
    }),
    offer('dismiss', 'Dismiss the last save', { isEnabled: isOver, run: forgetStarted }),
  ])
  return (
    <>
      {(!isOver || canResume(job)) && <NextStep job={job} variant="quiet" />}
      {isOver && (
        <CommandButton id="lastSave.openFolder" variant="quiet" icon={FolderOpen}>
          Open folder
        </CommandButton>
      )}
      {canUndo(job) && (
        <CommandButton id="lastSave.undo" variant="quiet" icon={Undo2}>
          Undo…
        </CommandButton>
      )}
      <CommandButton id="lastSave.show" variant="quiet">
        Show
      </CommandButton>
      {isOver && <CommandIconButton id="lastSave.dismiss" icon={X} />}
    </>
  )
}
