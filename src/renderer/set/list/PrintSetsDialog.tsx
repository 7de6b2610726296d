import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { deskCaller } from '../../client/desk-client.ts'
import { fetchDocumentBytes } from '../../preview/document/document-bytes.ts'
import { openDocument } from '../../preview/document/open-document.ts'
import { parserThread } from '../../preview/document/pdf-workers.ts'
import { describeThrown } from '../../preview/document/preview-failures.ts'
import { createPrintSheets, MAX_PRINT_PAGES, type PrintSheets } from '../../preview/pages/print-pages.ts'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { countOf } from '../../ui/base/words.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { prepareSets, type PrintFailure, type PrintProgress } from './prepare-sets.ts'
import styles from './PrintSetsDialog.module.css'

interface PrintSetsDialogProps {
  readonly sessionId: string
  readonly setIds: readonly string[]
  readonly onClose: () => void
}

type State =
  | { readonly is: 'preparing'; readonly progress: PrintProgress | undefined }
  | { readonly is: 'partly'; readonly prepared: number; readonly failures: readonly PrintFailure[] }

/** Prints the documents of sets. If all could be prepared, the browser’s own dialog follows at once. */
export function PrintSetsDialog({ sessionId, setIds, onClose }: PrintSetsDialogProps): ReactNode {
  const [sheets] = useState(createPrintSheets)
  const [state, setState] = useState<State>({ is: 'preparing', progress: undefined })
  const print = (): void => {
    sheets.print()
    onClose()
  }
  const end = useEffectEvent((prepared: number, failures: readonly PrintFailure[]) => {
    if (failures.length === 0 && prepared > 0) print()
    else setState({ is: 'partly', prepared, failures })
  })
  const onProgress = useEffectEvent((progress: PrintProgress) => setState({ is: 'preparing', progress }))
  useEffect(() => {
    const stop = new AbortController()
    const draw = (address: string): Promise<string | undefined> => drawForPrint(address, sheets, stop.signal)
    const dependencies = { caller: deskCaller, sessionId, draw, onProgress }
    prepareSets(setIds, dependencies, stop.signal).then(
      ({ prepared, failures }) => end(prepared, failures),
      // Only stopping it rejects it.
      () => undefined,
    )
    return () => {
      stop.abort()
      sheets.clear()
    }
  }, [sheets, sessionId, setIds])
  return (
    <Dialog
      title="Print"
      size="small"
      onClose={onClose}
      footer={
        <>
          {state.is === 'partly' && state.prepared > 0 && (
            <Button variant="primary" onPress={print}>
              Print the other {countOf(state.prepared, 'document')}
            </Button>
          )}
          <Button onPress={onClose}>{state.is === 'partly' ? 'Close' : 'Cancel'}</Button>
        </>
      }
    >
      {state.is === 'preparing' ? <Preparing progress={state.progress} /> : <Failures {...state} />}
    </Dialog>
  )
}

function Preparing({ progress }: { readonly progress: PrintProgress | undefined }): ReactNode {
  const { done = 0, documents = 0, name = '' } = progress ?? {}
  const text = progress === undefined ? 'Reading the sets' : `${done} of ${countOf(documents, 'document')}`
  return (
    <>
      <ProgressBar label="Preparing documents" done={done} total={documents} text={text} />
      <p className={classes(styles.name, base.muted, base.ellipsis)}>
        <bdi>{name}</bdi>
      </p>
    </>
  )
}

function Failures({ prepared, failures }: Extract<State, { is: 'partly' }>): ReactNode {
  if (failures.length === 0) return <p>These sets have no documents.</p>
  const title =
    prepared === 0 ? 'Nothing was printed.' : `${countOf(failures.length, 'document')} could not be prepared.`
  return (
    <Banner tone="danger" title={title}>
      <ul className={styles.failures}>
        {failures.map(({ name, reason }, at) => (
          <li key={at}>
            <bdi>{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

const TOO_MANY = `With it there would be more than ${MAX_PRINT_PAGES} pages.`
const PROTECTED = 'It is protected by a password. Open it and print it alone.'

/** Adds the pages of a document to the sheets, all or none; why it could not, in a sentence. Throws only if it is aborted. */
async function drawForPrint(address: string, sheets: PrintSheets, signal: AbortSignal): Promise<string | undefined> {
  const locked = new AbortController()
  const ends = AbortSignal.any([signal, locked.signal])
  let size: number | undefined
  try {
    const bytes = await fetchDocumentBytes(address, signal)
    size = bytes.bytes
    const askPassword = (): void => locked.abort()
    const opened = await openDocument({ bytes, thread: parserThread(), askPassword }, ends)
    try {
      const { numPages } = opened.pdf
      if (sheets.count() + numPages > MAX_PRINT_PAGES) return TOO_MANY
      await sheets.add(opened, { pages: { from: 1, to: numPages }, rotation: 0, onPage: () => undefined }, signal)
      return undefined
    } finally {
      void opened.close()
    }
  } catch (thrown) {
    signal.throwIfAborted()
    return locked.signal.aborted ? PROTECTED : describeThrown(thrown, size).message
  }
}
