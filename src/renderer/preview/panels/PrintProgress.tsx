import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import type { PreviewModel } from '../create-preview.ts'
import { printDocument } from '../pages/print-pages.ts'

export interface Printing {
  print: () => void
  cancel: () => void
  hasFailed: boolean
}

/** Prints the shown document, one at a time. */
export function usePrinting(model: PreviewModel): Printing {
  const stop = useRef<AbortController | undefined>(undefined)
  const [hasFailed, setHasFailed] = useState(false)
  const cancel = useCallback(() => {
    stop.current?.abort()
    stop.current = undefined
    setHasFailed(false)
    model.store.setState({ printedPages: undefined })
  }, [model])
  const print = useCallback(() => {
    const opened = model.document()
    if (opened === undefined || stop.current !== undefined) return
    const controller = new AbortController()
    stop.current = controller
    setHasFailed(false)
    model.store.setState({ printedPages: 0 })
    const { rotation } = model.store.getState()
    const onPage = (printedPages: number): void => {
      if (!controller.signal.aborted) model.store.setState({ printedPages })
    }
    printDocument(opened, { rotation, onPage }, controller.signal).then(cancel, () => {
      if (controller.signal.aborted) return
      // Somebody has gone on to another document, and does not want this one on paper.
      if (opened.closing.aborted) cancel()
      else setHasFailed(true)
    })
  }, [model, cancel])
  return { print, cancel, hasFailed }
}

/** Progress of preparing to print; not shown for short documents. */
export function PrintProgress({
  model,
  printing,
}: {
  readonly model: PreviewModel
  readonly printing: Printing
}): ReactNode {
  const printedPages = useStore(model.store, (state) => state.printedPages)
  const pageCount = useStore(model.store, (state) => state.pageCount)
  const isOpen = printing.hasFailed || (printedPages !== undefined && pageCount > 5 && printedPages < pageCount)
  const done = printedPages ?? 0
  return (
    <Dialog
      title={'Print'}
      size={'small'}
      isOpen={isOpen}
      onClose={printing.cancel}
      footer={<Button onPress={printing.cancel}>{printing.hasFailed ? 'Close' : 'Cancel'}</Button>}
    >
      {printing.hasFailed ? (
        <Banner tone="danger" title={`Page ${done + 1} could not be drawn, so nothing was printed.`}>
          Print it from the system’s reader.
        </Banner>
      ) : (
        <ProgressBar label={'Preparing pages'} done={done} total={pageCount} text={`${done} of ${pageCount} pages`} />
      )}
    </Dialog>
  )
}
