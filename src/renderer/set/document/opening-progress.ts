import { createStore } from 'zustand/vanilla'
import type { Payload } from '../../../shared/contract/contract.ts'
import { sizeText } from '../../ui/base/words.ts'

type Progress = Payload<'documents.progressed'>

interface OpeningState {
  /** Progress of the documents being opened, by document id. */
  readonly progress: Readonly<Record<string, Progress>>
}

export const openingStore = createStore<OpeningState>(() => ({ progress: {} }))

export function onOpeningProgress(progress: Progress): void {
  openingStore.setState((state) => ({ progress: { ...state.progress, [progress.documentId]: progress } }))
}

/** The document has arrived or failed. */
export function endOpening(documentId: string): void {
  openingStore.setState((state) => {
    const { [documentId]: _ended, ...progress } = state.progress
    return { progress }
  })
}

/** “12 MB of 700 MB, 2 %”, and the attempt if it is not the first; empty before anything is known. */
export function openingText({ bytes, totalBytes, attempt }: Progress): string {
  const again = attempt > 1 ? `The download was incomplete; attempt ${attempt}` : ''
  const size =
    totalBytes === null || totalBytes === 0
      ? sizeText(bytes)
      : `${sizeText(bytes)} of ${sizeText(totalBytes)}, ${Math.floor((100 * bytes) / totalBytes)} %`
  return [again, bytes === 0 && totalBytes === null ? '' : size].filter((words) => words !== '').join(': ')
}
