import { type FormEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import base from '../../ui/base/base.module.css'
import { countOf, numberText } from '../../ui/base/words.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import type { PreviewModel } from '../create-preview.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import { MAX_PRINT_PAGES, type PageRange, printDocument } from '../pages/print-pages.ts'
import styles from './PrintDialog.module.css'

/** Documents with more pages are not drawn before it is known which of them are wanted. */
const FEW_PAGES = 20
/** They are drawn before a dialog could be read. */
const QUICK_PAGES = 5

type PrintState =
  | { is: 'asking' }
  | { is: 'drawing'; pages: PageRange; done: number }
  | { is: 'failed'; /** That could not be drawn. */ pageNumber: number }

export interface Printing {
  /** Asks for the pages of a long document. */
  print: () => void
  draw: (pages: PageRange) => void
  cancel: () => void
  /** Undefined while nothing is printed. */
  state: PrintState | undefined
}

/** Prints the shown document, one at a time. */
export function usePrinting(model: PreviewModel): Printing {
  const job = useRef<{ opened: OpenedDocument; stop: AbortController } | undefined>(undefined)
  const [state, setState] = useState<PrintState>()
  const cancel = useCallback(() => {
    job.current?.stop.abort()
    job.current = undefined
    setState(undefined)
  }, [])
  const draw = useCallback(
    (pages: PageRange) => {
      if (job.current === undefined) return
      const { opened, stop } = job.current
      let done = 0
      const onPage = (pagesDone: number): void => {
        done = pagesDone
        if (!stop.signal.aborted) setState({ is: 'drawing', pages, done })
      }
      onPage(0)
      const { rotation } = model.store.getState()
      printDocument(opened, { pages, rotation, onPage }, stop.signal).then(cancel, () => {
        if (!stop.signal.aborted) setState({ is: 'failed', pageNumber: pages.from + done })
      })
    },
    [model, cancel],
  )
  const print = useCallback(() => {
    const opened = model.document()
    if (opened === undefined || job.current !== undefined) return
    const stop = new AbortController()
    job.current = { opened, stop }
    // Somebody has gone on to another document, and does not want this one on paper.
    opened.closing.addEventListener('abort', cancel, { once: true, signal: stop.signal })
    const { numPages } = opened.pdf
    if (numPages > FEW_PAGES) setState({ is: 'asking' })
    else draw({ from: 1, to: numPages })
  }, [model, cancel, draw])
  return { print, draw, cancel, state }
}

interface PrintDialogProps {
  readonly model: PreviewModel
  readonly printing: Printing
}

/** Which pages, how far they are, or why nothing was printed; nothing of a short document. */
export function PrintDialog({ model, printing }: PrintDialogProps): ReactNode {
  const { state, cancel } = printing
  if (state?.is === 'asking') return <PagesQuestion model={model} printing={printing} />
  const isOpen = state?.is === 'failed' || (state?.is === 'drawing' && isSlow(state))
  return (
    <Dialog
      title="Print"
      size="small"
      isOpen={isOpen}
      onClose={cancel}
      footer={<Button onPress={cancel}>{state?.is === 'failed' ? 'Close' : 'Cancel'}</Button>}
    >
      {state?.is === 'failed' && (
        <Banner tone="danger" title={`Page ${state.pageNumber} could not be drawn, so nothing was printed.`}>
          Print it from the system’s reader.
        </Banner>
      )}
      {state?.is === 'drawing' && (
        <ProgressBar
          label="Preparing pages"
          done={state.done}
          total={countIn(state.pages)}
          text={`${state.done} of ${countOf(countIn(state.pages), 'page')}`}
        />
      )}
    </Dialog>
  )
}

const countIn = ({ from, to }: PageRange): number => to - from + 1

function isSlow({ pages, done }: { pages: PageRange; done: number }): boolean {
  return countIn(pages) > QUICK_PAGES && done < countIn(pages)
}

type Choice = 'all' | 'current' | 'range'

/** Which pages of a long document. Enter prints. */
function PagesQuestion({ model, printing: { draw, cancel } }: PrintDialogProps): ReactNode {
  const pageCount = useStore(model.store, (state) => state.pageCount)
  const pageNumber = useStore(model.store, (state) => state.pageNumber)
  const isTooLong = pageCount > MAX_PRINT_PAGES
  const [choice, setChoice] = useState<Choice>(isTooLong ? 'current' : 'all')
  const [from, setFrom] = useState(String(pageNumber))
  const [to, setTo] = useState(String(Math.min(pageCount, pageNumber + MAX_PRINT_PAGES - 1)))
  const form = useId()
  const typed = { from: Number(from), to: Number(to) }
  const fault = choice === 'range' ? faultOf(typed, pageCount) : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const all = { from: 1, to: pageCount }
    if (fault === undefined) draw({ all, current: { from: pageNumber, to: pageNumber }, range: typed }[choice])
  }
  const takeRange = (set: (text: string) => void) => (text: string) => {
    set(text)
    setChoice('range')
  }
  return (
    <Dialog
      title="Print"
      size="small"
      onClose={cancel}
      footer={
        <>
          <Button onPress={cancel}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" isDisabled={fault !== undefined}>
            Print
          </Button>
        </>
      }
    >
      <form id={form} className={base.column} noValidate onSubmit={submit}>
        <RadioGroup
          label="Pages"
          choices={[
            ...(isTooLong ? [] : [{ id: 'all', title: `All ${numberText(pageCount)}` } as const]),
            { id: 'current', title: `This page, ${numberText(pageNumber)}` },
            { id: 'range', title: 'From – to' },
          ]}
          value={choice}
          onChange={setChoice}
          description={isTooLong ? `${AT_MOST} This document has ${numberText(pageCount)}.` : undefined}
        />
        <div className={styles.range}>
          <TextField label="From page" inputMode="numeric" value={from} onChange={takeRange(setFrom)} />
          <TextField label="To page" inputMode="numeric" value={to} onChange={takeRange(setTo)} />
        </div>
        <output className={styles.fault}>{fault}</output>
      </form>
    </Dialog>
  )
}

const AT_MOST = `At most ${MAX_PRINT_PAGES} pages are printed in one go.`

function faultOf({ from, to }: PageRange, pageCount: number): string | undefined {
  const isRange = Number.isInteger(from) && Number.isInteger(to) && from >= 1 && to >= from && to <= pageCount
  if (!isRange) return `Type two page numbers from 1 to ${numberText(pageCount)}, the smaller one first.`
  return countIn({ from, to }) > MAX_PRINT_PAGES ? AT_MOST : undefined
}
