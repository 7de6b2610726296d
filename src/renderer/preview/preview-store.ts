import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreviewFailure } from './document/preview-failures.ts'
import type { Zoom } from './fit-scale.ts'

export type PreviewPhase =
  | { is: 'opening' }
  | { is: 'password'; /** That did not open it. */ attempts: number }
  | { is: 'shown' }
  | { is: 'cancelled' }
  | { is: 'failed'; failure: PreviewFailure }

/** What there is to say about the page that is looked at. */
export type PageNote = 'no-text' | 'blank' | 'not-drawn'

export interface FindState {
  isOpen: boolean
  /** Asked for once more while it is open, the field takes the focus again. */
  timesOpened: number
  query: string
  isCaseSensitive: boolean
  isWholeWord: boolean
  /** 0 where nothing is found. */
  current: number
  total: number
  isSearching: boolean
}

/** How long page 1 took from the bytes being in the page to its being on the screen. */
export interface FirstPainting {
  key: string
  bytes: number
  paintedMs: number
}

export interface PreviewState {
  phase: PreviewPhase
  /** Of the last document that was painted. */
  painting: FirstPainting | undefined
  pageNumber: number
  pageCount: number
  zoom: Zoom
  /** What the zoom comes to; 1 is the size on paper. */
  scale: number
  rotation: number
  note: PageNote | undefined
  find: FindState
  hasThumbnails: boolean
  /** Pages drawn for printing so far; undefined while nothing is printed. */
  printedPages: number | undefined
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

/** What a document starts with; zoom, thumbnails and the words to find stay as they are from one to the next. */
export const AT_START = {
  pageNumber: 1,
  pageCount: 0,
  rotation: 0,
  note: undefined,
  printedPages: undefined,
} as const

export function createPreviewStore(): PreviewStore {
  return createStore<PreviewState>(() => ({
    ...AT_START,
    phase: { is: 'opening' },
    painting: undefined,
    zoom: 'width',
    scale: 1,
    hasThumbnails: false,
    find: NO_FIND,
  }))
}
