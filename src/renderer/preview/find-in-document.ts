import { type FindState, NOTHING_FOUND, type PreviewStore } from './preview-store.ts'

type FindOptions = Pick<FindState, 'query' | 'isCaseSensitive' | 'isWholeWord'>

/** Search in the shown document. */
export interface Find {
  open(): void
  close(): void
  /** Changes the words or the options. */
  change(wish: Partial<FindOptions>): void
  /** Goes to the next or previous match, wrapping at the ends. */
  step(direction: 1 | -1): void
  /** Searches for the same words in a newly shown document. */
  again(): void
}

/** The names of pdf.js for the kinds of request. */
type Reason = '' | 'again'

/** The part of the pdf.js event bus that is needed here. */
interface Bus {
  dispatch(eventName: string, wish: object): void
}

export function createFind(store: PreviewStore, bus: Bus): Find {
  const set = (change: Partial<FindState>): void => store.setState(({ find }) => ({ find: { ...find, ...change } }))
  const dispatchFind = (type: Reason, direction: 1 | -1 = 1): void => {
    const { query, isCaseSensitive, isWholeWord } = store.getState().find
    bus.dispatch('find', {
      type,
      query,
      caseSensitive: isCaseSensitive,
      entireWord: isWholeWord,
      highlightAll: true,
      findPrevious: direction === -1,
      matchDiacritics: false,
    })
  }
  return {
    open: () => {
      set({ isOpen: true, timesOpened: store.getState().find.timesOpened + 1 })
      if (store.getState().find.query !== '') dispatchFind('')
    },
    close: () => {
      set({ isOpen: false, ...NOTHING_FOUND })
      bus.dispatch('findbarclose', {})
    },
    change: (wish) => {
      const isEmpty = (wish.query ?? store.getState().find.query) === ''
      set({ ...wish, ...(isEmpty ? NOTHING_FOUND : { isSearching: true }) })
      dispatchFind('')
    },
    step: (direction) => dispatchFind('again', direction),
    again: () => {
      const { isOpen, query } = store.getState().find
      if (isOpen && query !== '') dispatchFind('')
    },
  }
}
