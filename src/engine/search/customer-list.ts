import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'

/** The list may be long and is needed for every search, but seldom changes (T34). */
const KEPT_MS = 300_000

export interface ListedCustomers {
  counterparties: Counterparty[]
  /** Rows that could not be read: the list is not whole. */
  problems: Problem[]
}

export interface CustomerList {
  /** The list as it is now. */
  load(signal?: AbortSignal): Promise<ListedCustomers>
  /** The list as it was at most five minutes ago. */
  recent(signal?: AbortSignal): Promise<ListedCustomers>
}

export function createCustomerList(client: ExchangeClient, clock: ClockPort): CustomerList {
  let kept: { list: ListedCustomers; untilMs: number } | undefined
  const load: CustomerList['load'] = async (signal) => {
    const list = await client.counterparties(signal)
    kept = { list, untilMs: clock.monotonicMs() + KEPT_MS }
    return list
  }
  return {
    load,
    recent: async (signal) =>
      kept !== undefined && clock.monotonicMs() < kept.untilMs ? kept.list : await load(signal),
  }
}
