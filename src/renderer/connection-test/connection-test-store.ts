import { createStore, type StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { Input, Payload } from '../../shared/contract/contract.ts'
import type { TestStep } from '../../shared/contract/connections-contract.ts'
import { type Caller, deskCaller, type ShownFailure } from '../client/desk-client.ts'

/** What is tested: the input of one of the two methods, without the id of the test. */
export type TestRequest =
  | { readonly method: 'connections.testService'; readonly input: Omit<Input<'connections.testService'>, 'testId'> }
  | { readonly method: 'connections.testQueue'; readonly input: Omit<Input<'connections.testQueue'>, 'testId'> }

interface ConnectionTestState {
  /** Which button it was started with: “broker 7”. Null before the first test. */
  readonly subject: string | null
  readonly testId: string
  readonly steps: readonly TestStep[]
  readonly isRunning: boolean
  /** Why there was nothing to test, such as an address that cannot be read. */
  readonly failure: ShownFailure | null
}

export interface ConnectionTestActions {
  /** Starts a test in place of the one before, which is cancelled. */
  run(subject: string, request: TestRequest): Promise<void>
  cancel(): Promise<void>
  /** Removes the result of a subject that has changed or gone, and ends its test. */
  clear(subject: string): void
  onTested(tested: Payload<'connections.tested'>): void
}

export interface ConnectionTestStore extends StoreApi<ConnectionTestState> {
  readonly actions: ConnectionTestActions
}

const NONE = { subject: null, testId: '', steps: [], isRunning: false, failure: null } as const

/** The one test of a connection that is under way, or the last one. */
export function createConnectionTestStore(caller: Caller, newId: () => string): ConnectionTestStore {
  const store = createStore<ConnectionTestState>(() => NONE)
  const cancel = async (): Promise<void> => {
    const { testId, isRunning } = store.getState()
    if (isRunning)
      await caller.call('connections.cancelTest', { testId }).catch(ignoring('the answer to the test says why'))
  }
  const run: ConnectionTestActions['run'] = async (subject, request) => {
    void cancel()
    const testId = newId()
    const isCurrent = (): boolean => store.getState().testId === testId
    store.setState({ ...NONE, subject, testId, isRunning: true })
    try {
      const { steps } = await send(caller, request, testId)
      if (isCurrent()) store.setState({ steps })
    } catch (thrown) {
      const failure = caller.failureIn(thrown)
      if (isCurrent()) store.setState(wasCancelled(failure) ? NONE : { failure })
    } finally {
      if (isCurrent()) store.setState({ isRunning: false })
    }
  }
  return {
    ...store,
    actions: {
      run,
      cancel,
      clear: (subject) => {
        if (store.getState().subject !== subject) return
        void cancel()
        store.setState(NONE)
      },
      onTested: ({ testId, steps }) => {
        if (store.getState().testId === testId) store.setState({ steps })
      },
    },
  }
}

async function send(caller: Caller, { method, input }: TestRequest, testId: string): Promise<{ steps: TestStep[] }> {
  return method === 'connections.testService'
    ? await caller.call(method, { ...input, testId })
    : await caller.call(method, { ...input, testId })
}

/** What the user cancelled needs no explanation. */
function wasCancelled(failure: ShownFailure): boolean {
  return 'tag' in failure && failure.tag === 'interrupted'
}

/** One for the life of the page. */
export const connectionTestStore = createConnectionTestStore(deskCaller, () => crypto.randomUUID())
