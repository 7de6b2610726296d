import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Banner, FailureNotice } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { PathLists } from '../job/PathLists.tsx'
import { type Undo, type UndoPreview, type UndoResult, undoStore } from './undo-store.ts'
import { keptLists, previewSentence, removeLabel, stayingLines, undoSentence } from './undo-words.ts'

/** Takes back a save: asks first, then says of every file what became of it. */
export function UndoDialog(): ReactNode {
  const undo = useStore(undoStore, (state) => state.undo)
  if (undo === undefined) return null
  const { step, preview, result, failure } = undo
  return (
    <Dialog
      title={step === 'asking' ? 'Undo this save?' : 'Undo this save'}
      size="medium"
      isAlert={step === 'asking'}
      onClose={undoStore.actions.close}
      footer={<Footer undo={undo} />}
    >
      {failure !== null && <FailureNotice failure={failure} />}
      {step === 'asking' && preview === undefined && (
        <ProgressBar label="Reading what this save wrote" done={undefined} total={1} text="Reading what it wrote" />
      )}
      {step === 'asking' && preview !== undefined && <Question preview={preview} />}
      {step === 'removing' && <Removing jobId={undo.jobId} />}
      {result !== undefined && <Result result={result} />}
    </Dialog>
  )
}

function Footer({ undo: { step, preview } }: { readonly undo: Undo }): ReactNode {
  const { close, confirm } = undoStore.actions
  if (step === 'removing') return <Button onPress={close}>Stop</Button>
  if (step === 'ended' || preview?.files === 0) return <Button onPress={close}>Close</Button>
  return (
    <>
      {preview !== undefined && (
        <Button variant="danger" onPress={() => void confirm()}>
          {removeLabel(preview)}
        </Button>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question starts at the answer that harms nothing */}
      <Button variant="primary" autoFocus onPress={close}>
        Keep the files
      </Button>
    </>
  )
}

function Question({ preview }: { readonly preview: UndoPreview }): ReactNode {
  return (
    <div className={base.column}>
      <p className={classes(base.path, base.muted)}>{preview.folder}</p>
      <p>{previewSentence(preview)}</p>
      {stayingLines(preview).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}

function Removing({ jobId }: { readonly jobId: string }): ReactNode {
  const note = useDesk(({ jobs }) => jobs.find((job) => job.jobId === jobId)?.note)
  return <ProgressBar label="Removing files" done={undefined} total={1} text={note ?? 'Comparing each file first'} />
}

function Result({ result }: { readonly result: UndoResult }): ReactNode {
  const lists = keptLists(result)
  const { isComplete, problems } = result
  return (
    <div className={base.column}>
      <p className={classes(base.path, base.muted)}>{result.folder}</p>
      <Banner tone={isComplete && lists.length === 0 ? 'success' : 'warning'} title={undoSentence(result)}>
        {isComplete ? '' : 'Undo this save again to go on.'}
        {problems.map(({ where, message }) => `${where}: ${message}.`).join(' ')}
      </Banner>
      <PathLists label="Files that stay" lists={lists} />
    </div>
  )
}
