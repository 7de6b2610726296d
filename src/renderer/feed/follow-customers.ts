import { createStore, type StoreApi } from 'zustand/vanilla'
import { call } from '../client/desk-client.ts'
import { deskStore, type FeedView } from '../client/desk-store.ts'
import { applyFeedCall, changeFeed, type FeedCall } from './change-feed.ts'

interface FollowState {
  /** Chosen and not yet followed; undefined once the main process has the latest choice. */
  readonly chosen: readonly string[] | undefined
}

type FeedParts = Pick<FeedView, 'followed' | 'brokers'>

interface FollowedCustomer {
  readonly customerId: string
  readonly brokerId: string | null
}

export interface FollowStore extends StoreApi<FollowState> {
  /** Rejects if the latest choice could not be followed. */
  follow(chosen: readonly string[]): Promise<void>
  /** Follows one more. Rejects as `follow` does. */
  add(customerId: string): Promise<void>
  remove(customerId: string): Promise<void>
  /** Another account follows others: what is not sent yet is not sent to it. */
  leave(): void
}

interface FollowDependencies {
  readonly feed: () => FeedParts | undefined
  /** Rejects if they could not be followed. */
  readonly send: (customers: FollowedCustomer[]) => Promise<unknown>
}

/** Customers are chosen faster than they can be followed: the latest choice counts, and is shown at once. */
export function createFollowStore({ feed, send }: FollowDependencies): FollowStore {
  const store = createStore<FollowState>(() => ({ chosen: undefined }))
  let sending: Promise<void> | undefined
  const sendOne = async (chosen: readonly string[]): Promise<void> => {
    const isLatest = (): boolean => store.getState().chosen === chosen
    try {
      await send(withConnections(chosen, feed()))
    } catch (thrown) {
      // A later choice is sent next, and says for itself whether it failed.
      if (isLatest()) throw thrown
    } finally {
      if (isLatest()) store.setState({ chosen: undefined })
    }
  }
  const sendLatest = async (): Promise<void> => {
    try {
      for (;;) {
        const { chosen } = store.getState()
        if (chosen === undefined) return
        await sendOne(chosen)
      }
    } finally {
      sending = undefined
    }
  }
  const follow = async (chosen: readonly string[]): Promise<void> => {
    store.setState({ chosen })
    sending ??= sendLatest()
    await sending
  }
  const latest = (): readonly string[] =>
    store.getState().chosen ?? (feed()?.followed ?? []).map(({ customerId }) => customerId)
  return {
    ...store,
    follow,
    add: async (customerId) => await follow([...new Set([...latest(), customerId])]),
    remove: async (customerId) => await follow(latest().filter((id) => id !== customerId)),
    leave: () => store.setState({ chosen: undefined }),
  }
}

/** If there is exactly one queue connection, newly followed customers use it. */
function withConnections(chosen: readonly string[], view: FeedParts | undefined): FollowedCustomer[] {
  const { followed = [] } = view ?? {}
  const queues = queuesOf(view)
  const usual = queues.length === 1 ? (queues[0]?.brokerId ?? null) : null
  return chosen.map((customerId) => {
    const known = followed.find((one) => one.customerId === customerId)
    return { customerId, brokerId: known === undefined ? usual : known.brokerId }
  })
}

/** Takes the messages of one customer from another queue, or from none. */
export async function connectCustomer(view: FeedView, customerId: string, brokerId: string | null): Promise<void> {
  const customers = view.followed.map((one) => ({
    customerId: one.customerId,
    brokerId: one.customerId === customerId ? brokerId : one.brokerId,
  }))
  await changeFeed('followed', followCall(customers))
}

/** The first connection is used for everybody who is already followed. */
export async function connectAll(sessionId: string, view: FeedView): Promise<FeedView> {
  const queues = queuesOf(view)
  const [only] = queues
  if (only === undefined || queues.length > 1 || view.followed.length === 0) return view
  const customers = view.followed.map(({ customerId }) => ({ customerId, brokerId: only.brokerId }))
  return await call('feeds.follow', { sessionId, customers })
}

function queuesOf(view: FeedParts | undefined): FeedView['brokers'] {
  return (view?.brokers ?? []).filter(({ kind }) => kind === 'queue')
}

function followCall(customers: FollowedCustomer[]): FeedCall {
  return (sessionId) => call('feeds.follow', { sessionId, customers })
}

export const followStore = createFollowStore({
  feed: () => deskStore.getState().desk?.feed?.view,
  send: async (customers) => await applyFeedCall(followCall(customers)),
})
