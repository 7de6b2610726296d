import { createStore, type StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import type { Output } from '../../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../../client/desk-client.ts'
import { currentSessionId } from '../../client/desk-store.ts'
import { setStore } from '../../set/set-store.ts'

export type TextHit = Output<'texts.find'>['hits'][number]

export interface TextsState {
  /** As they are typed. */
  readonly words: string
  readonly hits: readonly TextHit[]
  /** Sentences about what was asked for. */
  readonly remarks: readonly string[]
  /** What was asked for, of which `hits` is the answer. */
  readonly answered: string
  readonly isAsking: boolean
  readonly failure: ShownFailure | null
}

export interface TextsStore extends StoreApi<TextsState> {
  /** Asks what saved documents have; while it answers, only the last of further questions is kept. */
  ask(words: string): void
}

/** The contract takes no more. */
const MAX_ASKED_CHARS = 1_000
const NOTHING = { words: '', hits: [], remarks: [], answered: '', isAsking: false, failure: null } as const

interface TextsDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  /** The most hits. */
  readonly limit: number
}

export function createTextsStore({ caller, sessionId: currentSession, limit }: TextsDependencies): TextsStore {
  const store = createStore<TextsState>(() => NOTHING)
  const answer = async (words: string): Promise<Partial<TextsState>> => {
    const sessionId = currentSession()
    if (sessionId === undefined || words.trim() === '') return { hits: [], remarks: [], failure: null }
    try {
      return { failure: null, ...(await caller.call('texts.find', { sessionId, words: openEnded(words), limit })) }
    } catch (thrown) {
      return { hits: [], remarks: [], failure: caller.failureIn(thrown) }
    }
  }
  const answerAll = async (): Promise<void> => {
    for (;;) {
      const { words } = store.getState()
      const answered = await answer(words)
      const isLast = store.getState().words === words
      store.setState({ ...answered, answered: words, isAsking: !isLast })
      if (isLast) return
    }
  }
  return {
    ...store,
    ask: (words) => {
      const { isAsking } = store.getState()
      store.setState({ words, isAsking: true })
      if (!isAsking) void answerAll()
    },
  }
}

/** The last word may not be typed to its end. */
function openEnded(words: string): string {
  const asked = words.slice(0, MAX_ASKED_CHARS - 1)
  return /[\s"”*]$/.test(asked) ? asked : `${asked}*`
}

const parts = { caller: deskCaller, sessionId: currentSessionId }

export const MOST_HITS = 100
/** What the list “In documents” shows. */
export const textsStore = createTextsStore({ ...parts, limit: MOST_HITS })
/** What the palette shows of it. */
export const paletteTexts = createTextsStore({ ...parts, limit: 6 })

interface TextsView {
  /** Search shows what is in documents. */
  readonly isShown: boolean
  readonly timesOpened: number
  /** How far the index is; undefined until it is known. */
  readonly status: Output<'texts.status'> | undefined
}

export const textsView = createStore<TextsView>(() => ({ isShown: false, timesOpened: 0, status: undefined }))

/** Another account has other documents. */
export function leaveTexts(): void {
  for (const store of [textsStore, paletteTexts]) store.setState(NOTHING)
  textsView.setState({ isShown: false, status: undefined })
}

export function showTexts(): void {
  setStore.actions.leaveByItself('search')
  textsView.setState(({ timesOpened }) => ({ isShown: true, timesOpened: timesOpened + 1 }))
  void refreshTexts()
}

export function hideTexts(): void {
  textsView.setState({ isShown: false })
}

/** Documents were read, or the list is opened: looks again. */
export async function refreshTexts(): Promise<void> {
  const sessionId = currentSessionId()
  if (sessionId === undefined || !textsView.getState().isShown) return
  textsStore.ask(textsStore.getState().words)
  const status = await deskCaller
    .call('texts.status', { sessionId })
    .catch(ignoring('then nothing is said of how far the index is'))
  textsView.setState({ status })
}
