import { type FindState, NOTHING_FOUND, type PreviewStore } from './preview-store.ts'

type FindOptions = Pick<FindState, 'query' | 'isCaseSensitive' | 'isWholeWord'>

/** Looking for words in the document that is shown. */
export interface Find {
  open(): void
  close(): void
  /** Looks for other words, or for the same in another way. */
  change(wish: Partial<FindOptions>): void
  /** Goes to the next match, or back to the one before; after the last one comes the first. */
  step(direction: 1 | -1): void
  /** Looks for the same words in the document that is shown now. */
  again(): void
}

/** pdf.js’ names for why it is asked. */
type Reason = '' | 'again'

/** The part of pdf.js’ event bus that is needed here. */
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
