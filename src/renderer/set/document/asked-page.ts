import { createStore } from 'zustand/vanilla'

/** A page of a document to be shown once it is open, and what to find on it. */
export interface AskedPage {
  readonly documentId: string
  /** From 1. */
  readonly page: number
  readonly query: string
}

export const askedPage = createStore<{ readonly asked: AskedPage | undefined }>(() => ({ asked: undefined }))

/** Asked anew, it is gone to anew. */
export function askForPage(asked: AskedPage): void {
  askedPage.setState({ asked: { ...asked } })
}
