import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../client/desk-client.ts'
import { currentSessionId } from '../client/desk-store.ts'

export type KnownHit = Output<'sets.find'>['hits'][number]

export interface KnownState {
  /** The newest one that is answered, which may be an earlier one than the last. */
  readonly question: KnownQuestion
  /** Its answer. */
  readonly hits: readonly KnownHit[]
  readonly matchingSets: number
  /** False until the account’s customers are listed. */
  readonly isReady: boolean
  readonly failure: ShownFailure | null
  /** The last question is not answered yet. */
  readonly isAsking: boolean
}

export interface KnownQuestion {
  readonly text: string
  /** Only sets of this vessel. */
  readonly vessel: string | null
}

export interface KnownStore extends StoreApi<KnownState> {
  /** Asks what the main process knows. While it answers, only the last of further questions is kept. */
  ask(question: KnownQuestion): void
  /** Has what is known read once, so that the first letter finds it. Does nothing where something has been asked. */
  wake(): void
}

interface KnownDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
}

/** Longer than any name; the contract takes no more. */
const MAX_ASKED_CHARS = 1_000

const NO_QUESTION: KnownQuestion = { text: '', vessel: null }
const NOTHING = {
  question: NO_QUESTION,
  hits: [],
  matchingSets: 0,
  isReady: true,
  failure: null,
} satisfies Partial<KnownState>

/** What the desk knows of the typed text. */
export function createKnownStore({ caller, sessionId: currentSession }: KnownDependencies): KnownStore {
  const store = createStore<KnownState>(() => ({ ...NOTHING, isAsking: false }))
  let next: KnownQuestion | undefined
  let askedSessionId: string | undefined

  const answer = async ({ text, vessel }: KnownQuestion): Promise<Partial<KnownState>> => {
    const sessionId = currentSession()
    if (sessionId === undefined) return NOTHING
    // What another account asked and was answered is not shown, not even until the answer is there.
    if (sessionId !== askedSessionId) store.setState(NOTHING)
    askedSessionId = sessionId
    try {
      const question = { sessionId, text: text.slice(0, MAX_ASKED_CHARS), vessel }
      return { failure: null, ...(await caller.call('sets.find', question)) }
    } catch (thrown) {
      return { ...NOTHING, failure: caller.failureIn(thrown) }
    }
  }
  const answerAll = async (): Promise<void> => {
    while (next !== undefined) {
      const asked = next
      next = undefined
      const answered = await answer(asked)
      store.setState({ ...answered, question: asked, isAsking: next !== undefined })
    }
  }
  const ask = (question: KnownQuestion): void => {
    next = question
    if (store.getState().isAsking) return
    store.setState({ isAsking: true })
    void answerAll()
  }
  return {
    ...store,
    ask,
    wake: () => {
      if (!store.getState().isAsking && currentSession() !== askedSessionId) ask(NO_QUESTION)
    },
  }
}

export const knownStore = createKnownStore({ caller: deskCaller, sessionId: currentSessionId })
