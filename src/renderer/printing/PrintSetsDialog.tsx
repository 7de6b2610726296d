import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { deskCaller } from '../client/desk-client.ts'
import { createPrintSheets } from '../preview/pages/print-pages.ts'
import { Button } from '../ui/actions/Button.tsx'
import { countOf } from '../ui/base/words.ts'
import { Banner } from '../ui/feedback/Banner.tsx'
import { ProgressBar } from '../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { drawForPrint } from './draw-for-print.ts'
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
      isOpen
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
      <p className={styles.name}>
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
