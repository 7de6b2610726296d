import { Copy, ExternalLink, FileWarning, FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk } from '../../client/desk-store.ts'
import { CommandButton } from '../../commands/CommandButton.tsx'
import { type CommandOffer, useCommands, useCommandsIn } from '../../commands/use-commands.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { countOf, displayName } from '../../ui/base/words.ts'
import { copyText } from '../../ui/feedback/toast-queue.ts'
import { downloadsStore } from '../downloads-store.ts'
import type { JobDocument } from '../job-words.ts'
import { runDocumentAction, saveAsItIs } from './document-actions.ts'
import styles from './DocumentDetail.module.css'

/** The document under the keyboard: its full path, or why it has none and what next. */
export function DocumentDetail({ document }: { readonly document: JobDocument | undefined }): ReactNode {
  if (document === undefined) return null
  const { name, path, state, failure, attempts, remark } = document
  return (
    <div className={styles.detail}>
      <div className={styles.words}>
        <h3>
          <bdi>{displayName(name)}</bdi>
        </h3>
        {failure === null ? (
          <>
            {remark !== null && (
              <p>
                <strong>{remark}</strong>
              </p>
            )}
            <p className={classes(base.mono, base.muted)}>
              <Foreign text={path} />
            </p>
          </>
        ) : (
          <p>
            <strong>{failure.message}</strong> {failure.next}{' '}
            {attempts > 1 && <span className={base.muted}>{`Tried ${countOf(attempts, 'time')}.`}</span>}
          </p>
        )}
      </div>
      {(state === 'saved' || state === 'skipped') && <FileActions document={document} />}
      {state === 'failed' && document.isDamaged && <DamagedActions document={document} />}
    </div>
  )
}

/** Only once the job has stopped: one that runs would take no notice. */
function DamagedActions({ document }: { readonly document: JobDocument }): ReactNode {
  const { jobId } = useStore(downloadsStore.documents.store)
  const isStopped = useDesk(({ jobs }) => jobs.some((job) => job.jobId === jobId && job.state === 'stopped'))
  useCommandsIn('Document', [
    {
      id: 'downloads.saveAsItIs',
      title: 'Save the damaged document as it is',
      isEnabled: isStopped,
      run: () => void saveAsItIs(document),
    },
  ])
  if (!isStopped) return null
  return (
    <div className={styles.actions}>
      <CommandButton id="downloads.saveAsItIs" variant="quiet" icon={FileWarning}>
        Save as it is
      </CommandButton>
    </div>
  )
}

function FileActions({ document }: { readonly document: JobDocument }): ReactNode {
  const offer = (id: string, title: string, run: () => void): CommandOffer => ({ id, title, group: 'Document', run })
  useCommands([
    offer('documents.openInReader', 'Open in the system’s reader', () => {
      void runDocumentAction('documents.openInReader', document)
    }),
    offer('documents.showInFolder', 'Show the document in its folder', () => {
      void runDocumentAction('documents.showInFolder', document)
    }),
    offer('documents.copyPath', 'Copy the path of the saved document', () => {
      void copyText(document.path, 'Path copied')
    }),
  ])
  return (
    <div className={styles.actions}>
      <CommandButton id="documents.openInReader" variant="quiet" icon={ExternalLink}>
        Open
      </CommandButton>
      <CommandButton id="documents.showInFolder" variant="quiet" icon={FolderSearch}>
        Show in folder
      </CommandButton>
      <CommandButton id="documents.copyPath" variant="quiet" icon={Copy}>
        Copy path
      </CommandButton>
    </div>
  )
}
