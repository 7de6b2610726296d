import { createStore } from 'zustand/vanilla'
import type { Payload } from '../../shared/contract/contract.ts'
import { formatBytes } from '../../shared/text/format.ts'

type Progress = Payload<'documents.progressed'>

interface OpeningState {
  /** How far the documents are that are being opened, by their ids. */
  readonly progress: Readonly<Record<string, Progress>>
}

export const openingStore = createStore<OpeningState>(() => ({ progress: {} }))

export function hearOpening(progress: Progress): void {
  openingStore.setState((state) => ({ progress: { ...state.progress, [progress.documentId]: progress } }))
}

/** It is there, or failed: nobody asks any more how far it was. */
export function endOpening(documentId: string): void {
  openingStore.setState((state) => {
    const { [documentId]: _ended, ...progress } = state.progress
    return { progress }
  })
}

/** “12 MB of 700 MB, 2 %”, and that it is tried again; nothing before there is anything to say. */
export function openingWords({ bytes, totalBytes, attempt }: Progress): string {
  const again = attempt > 1 ? `What came was not whole; attempt ${attempt}` : ''
  const size =
    totalBytes === null || totalBytes === 0
      ? formatBytes(bytes)
      : `${formatBytes(bytes)} of ${formatBytes(totalBytes)}, ${Math.floor((100 * bytes) / totalBytes)} %`
  return [again, bytes === 0 && totalBytes === null ? '' : size].filter((words) => words !== '').join(': ')
}
