import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { call } from '../../client/desk-client.ts'
import { currentSessionId, useDesk } from '../../client/desk-store.ts'

interface MessagesToday {
  readonly byCustomer: ReadonlyMap<string | null, number>
  readonly isReading: boolean
  /** Something came while they were read. */
  readonly isOutdated: boolean
}

const store = createStore<MessagesToday>(() => ({ byCustomer: new Map(), isReading: false, isOutdated: false }))

/** Messages since midnight by customer, read again whenever one arrives. */
export function useMessagesToday(): MessagesToday['byCustomer'] {
  const arrived = useDesk(({ feed }) => feed?.counts.total)
  const sessionId = useDesk(({ session }) => session?.sessionId)
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message and each session is a reason to read
  useEffect(() => void read(), [arrived, sessionId])
  return useStore(store, (state) => state.byCustomer)
}

/** One reading at a time: in a burst the next one has them all. */
async function read(): Promise<void> {
  if (store.getState().isReading) {
    store.setState({ isOutdated: true })
    return
  }
  const sessionId = currentSessionId()
  if (sessionId === undefined) return
  store.setState({ isReading: true, isOutdated: false })
  // What cannot be read is said by the inbox.
  const answer = await call('feeds.today', { sessionId }).catch(() => undefined)
  const { isOutdated } = store.getState()
  store.setState({ isReading: false })
  if (answer !== undefined) {
    store.setState({ byCustomer: new Map(answer.messages.map(({ customerId, count }) => [customerId, count])) })
  }
  if (isOutdated) await read()
}
