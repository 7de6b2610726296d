import { createStore, type StoreApi } from 'zustand/vanilla'
import { call } from '../../client/desk-client.ts'
import { deskStore, type FeedView } from '../../client/desk-store.ts'
import { changeFeed } from './change-feed.ts'

interface FollowState {
  /** Chosen and not yet followed; undefined once the main process has the latest choice. */
  readonly chosen: readonly string[] | undefined
}

interface FollowedCustomer {
  readonly customerId: string
  readonly brokerId: string | null
}

export interface FollowStore extends StoreApi<FollowState> {
  follow(chosen: readonly string[]): Promise<void>
}

interface FollowDependencies {
  readonly feed: () => FeedView | undefined
  readonly send: (customers: FollowedCustomer[]) => Promise<unknown>
}

/** Customers are chosen faster than they can be followed: the latest choice counts, and is shown at once. */
export function createFollowStore({ feed, send }: FollowDependencies): FollowStore {
  const store = createStore<FollowState>(() => ({ chosen: undefined }))
  let isSending = false
  const follow = async (latest: readonly string[]): Promise<void> => {
    store.setState({ chosen: latest })
    if (isSending) return
    isSending = true
    for (;;) {
      const { chosen } = store.getState()
      if (chosen === undefined) break
      await send(withConnections(chosen, feed()))
      if (store.getState().chosen === chosen) store.setState({ chosen: undefined })
    }
    isSending = false
  }
  return { ...store, follow }
}

/** If there is exactly one queue connection, newly followed customers use it. */
function withConnections(chosen: readonly string[], view: FeedView | undefined): FollowedCustomer[] {
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
  await sendFollowed(customers)
}

/** The first connection is used for everybody who is already followed. */
export async function connectAll(sessionId: string, view: FeedView): Promise<FeedView> {
  const queues = queuesOf(view)
  const [only] = queues
  if (only === undefined || queues.length > 1 || view.followed.length === 0) return view
  const customers = view.followed.map(({ customerId }) => ({ customerId, brokerId: only.brokerId }))
  return await call('feeds.follow', { sessionId, customers })
}

function queuesOf(view: FeedView | undefined): FeedView['brokers'] {
  return (view?.brokers ?? []).filter(({ kind }) => kind === 'queue')
}

async function sendFollowed(customers: FollowedCustomer[]): Promise<void> {
  await changeFeed('followed', (sessionId) => call('feeds.follow', { sessionId, customers }))
}

export const followStore = createFollowStore({ feed: () => deskStore.getState().desk?.feed?.view, send: sendFollowed })
