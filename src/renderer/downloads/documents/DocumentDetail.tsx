import { Copy, ExternalLink, FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { displayName } from '../../ui/base/words.ts'
import { counted } from '../../../shared/text/format.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { askDocument } from './ask-document.ts'
import styles from './DocumentDetail.module.css'
import type { JobDocument } from '../job-words.ts'

/** The document that the keyboard is at: its whole path, or why it has none and what next. */
export function DocumentDetail({ document }: { readonly document: JobDocument | undefined }): ReactNode {
  if (document === undefined) return null
  const { name, path, state, failure, attempts } = document
  return (
    <div className={styles.detail}>
      <div className={styles.words}>
        <h3>
          <bdi>{displayName(name)}</bdi>
        </h3>
        {failure === null ? (
          <p className={styles.path}>{path}</p>
        ) : (
          <p>
            <strong>{failure.message}</strong> {failure.next}{' '}
            {attempts > 1 && <span className={styles.muted}>{`Tried ${counted(attempts, 'time')}.`}</span>}
          </p>
        )}
      </div>
      {(state === 'saved' || state === 'skipped') && <FileActions document={document} />}
    </div>
  )
}

function FileActions({ document }: { readonly document: JobDocument }): ReactNode {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(document.path)
    showToast({ text: 'The path is copied.' })
  }
  return (
    <div className={styles.actions}>
      <Button variant="quiet" icon={ExternalLink} onPress={() => void askDocument('documents.openInReader', document)}>
        Open
      </Button>
      <Button variant="quiet" icon={FolderSearch} onPress={() => void askDocument('documents.showInFolder', document)}>
        Show in folder
      </Button>
      <Button variant="quiet" icon={Copy} onPress={() => void copy()}>
        Copy path
      </Button>
    </div>
  )
}
