import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DocumentFacts } from './document/document-facts.ts'
import type { PreviewFailure } from './document/preview-failures.ts'
import type { Zoom } from './fit-scale.ts'

export type PreviewPhase =
  | { is: 'opening' }
  | { is: 'password'; /** Wrong passwords so far. */ attempts: number }
  | { is: 'shown' }
  | { is: 'cancelled' }
  | { is: 'failed'; failure: PreviewFailure }

/** A note about the visible page: text is missing, nothing is drawn, its text is not, part of it is not. */
export type PageNote = 'image' | 'no-text' | 'blank' | 'unseen' | 'not-drawn'

export interface FindState {
  isOpen: boolean
  /** Opening it again while it is open focuses the field again. */
  timesOpened: number
  query: string
  isCaseSensitive: boolean
  isWholeWord: boolean
  /** 0 without a match. */
  current: number
  total: number
  isSearching: boolean
}

/** How long page 1 took from the arrival of the bytes to the screen. */
export interface FirstPainting {
  key: string
  bytes: number
  paintedMs: number
}

/** A file out of a document; `bytes` is null where the document does not give them. */
export interface AttachedFile {
  readonly name: string
  readonly bytes: Uint8Array | null
}

export interface PreviewState {
  phase: PreviewPhase
  /** Of the last painted document. */
  painting: FirstPainting | undefined
  pageNumber: number
  pageCount: number
  zoom: Zoom
  /** The resulting scale; 1 is the size on paper. */
  scale: number
  rotation: number
  note: PageNote | undefined
  /** Known soon after the first page is shown. */
  facts: DocumentFacts | undefined
  find: FindState
  hasThumbnails: boolean
}

export type PreviewStore = StoreApi<PreviewState>

export const NOTHING_FOUND = { current: 0, total: 0, isSearching: false } as const
const NO_FIND: FindState = {
  isOpen: false,
  timesOpened: 0,
  query: '',
  isCaseSensitive: false,
  isWholeWord: false,
  ...NOTHING_FOUND,
}

/** The initial state of a document; zoom, thumbnails and the words to find stay the same from one to the next. */
export const AT_START = {
  pageNumber: 1,
  pageCount: 0,
  rotation: 0,
  note: undefined,
  facts: undefined,
} as const

/** What stays from one document to the next, and from one start to the next. */
export type PreviewHabits = Pick<PreviewState, 'zoom' | 'hasThumbnails'>

const FIRST_HABITS: PreviewHabits = { zoom: 'width', hasThumbnails: false }

export function createPreviewStore({ zoom, hasThumbnails }: PreviewHabits = FIRST_HABITS): PreviewStore {
  return createStore<PreviewState>(() => ({
    ...AT_START,
    phase: { is: 'opening' },
    painting: undefined,
    zoom,
    scale: 1,
    hasThumbnails,
    find: NO_FIND,
  }))
}
