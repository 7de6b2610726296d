import { createStore } from 'zustand/vanilla'
import { call } from '../../client/desk-client.ts'
import { deskStore, type FeedView } from '../../client/desk-store.ts'
import { changeFeed, type FeedCall } from './change-feed.ts'

interface Wish {
  /** Chosen, and not yet followed; undefined once the main process has what was chosen last. */
  readonly chosen: readonly string[] | undefined
}

/** Customers are chosen faster than they are followed: what was chosen last counts, and is shown at once. */
export const followWish = createStore<Wish>(() => ({ chosen: undefined }))

let isAtWork = false

export async function followCustomers(chosen: readonly string[]): Promise<void> {
  followWish.setState({ chosen })
  if (isAtWork) return
  isAtWork = true
  for (;;) {
    const { chosen: wanted } = followWish.getState()
    if (wanted === undefined) break
    await changeFeed('followed', followCall(wanted))
    if (followWish.getState().chosen === wanted) followWish.setState({ chosen: undefined })
  }
  isAtWork = false
}

/** Where there is one queue connection, whoever is followed next takes it. */
function followCall(chosen: readonly string[]): FeedCall {
  const view = deskStore.getState().desk?.feed?.view
  const { followed = [], brokers = [] } = view ?? {}
  const usual = brokers.length === 1 ? (brokers[0]?.brokerId ?? null) : null
  const customers = chosen.map((customerId) => {
    const known = followed.find((one) => one.customerId === customerId)
    return { customerId, brokerId: known === undefined ? usual : known.brokerId }
  })
  return (sessionId) => call('feeds.follow', { sessionId, customers })
}

/** Takes the messages of one customer from another queue, or from none. */
export async function connectCustomer(view: FeedView, customerId: string, brokerId: string | null): Promise<void> {
  const customers = view.followed.map((one) => ({
    customerId: one.customerId,
    brokerId: one.customerId === customerId ? brokerId : one.brokerId,
  }))
  await changeFeed('followed', (sessionId) => call('feeds.follow', { sessionId, customers }))
}

/** The first connection is there for everybody who is followed already. */
export async function connectAll(sessionId: string, view: FeedView): Promise<FeedView> {
  const [only] = view.brokers
  if (only === undefined || view.brokers.length > 1 || view.followed.length === 0) return view
  const customers = view.followed.map(({ customerId }) => ({ customerId, brokerId: only.brokerId }))
  return await call('feeds.follow', { sessionId, customers })
}
