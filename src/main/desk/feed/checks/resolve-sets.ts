import { ignoring } from '../../../../shared/errors/ignoring.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { ParcelSet } from '../../../../shared/model/parcel-set.ts'
import { coalesce, yieldingToEventLoop } from '../../../../engine/base/async.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { ResolvedSet, FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import type { ParcelSession } from '../../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'

/** Messages about unknown sets may come by the hundred: one search of the customer serves all of them. */
const SEARCH_EVERY_MS = 60_000
const BATCH_SETS = 500
/** The first may have begun before the set existed. A set that two searches did not return is marked unknown. */
const MAX_SEARCHES = 2

interface ResolverDependencies {
  settings: Pick<FeedSettings, 'read'>
  store: () => Pick<FeedStore, 'resolve'>
  /** Gives the local index; undefined while nobody has set the feed up. */
  session: () => ParcelSession | undefined
  /** Requests a search of all sets of a customer, whose end is reported to `onCustomerSearched`. */
  requestSearch: (customerId: string) => void
  clock: ClockPort
  logger: Logger
  onResolved: () => void
}

/** Finds what a message lacks in the local index, or by a search. What neither has stays unknown (T5, T44). */
export interface SetResolver {
  /** Fills in the names of followed customers, which need no lookup. */
  withCustomerNames(entries: readonly ListedEntry[]): ListedEntry[]
  /** Looks up the sets of these entries in the background. */
  lookUpSets(entries: readonly ListedEntry[]): void
  /** The shipment reference of a set; null where it is not known here. */
  referenceOf(setId: string): string | null
  /** The local index has the sets of this customer now. */
  onCustomerSearched(customerId: string): void
  stop(): Promise<void>
}

export function createSetResolver(dependencies: ResolverDependencies): SetResolver {
  const stopping = new AbortController()
  const searches = createSearches(dependencies, stopping.signal)
  const missing: MissingSets = new Map()
  const lookups = createLookups(dependencies, missing, stopping.signal)
  const lookedUp = new Set<string>()
  const searchForMissing = (): void => {
    const customers = Array.from(lookedUp, (setId) => missing.get(setId)?.customerId)
    lookedUp.clear()
    searches(customers.filter((customerId) => customerId !== undefined))
  }
  return {
    withCustomerNames: (entries) => withNames(dependencies, entries),
    referenceOf: (setId) => readSet(dependencies.session(), setId)?.shipmentRef ?? null,
    lookUpSets: (entries) => {
      const unknown = entries.flatMap(({ setId, customerId, shipmentRef }): SetOfCustomer[] =>
        setId === null || shipmentRef !== null ? [] : [[setId, customerId]],
      )
      lookups.add(unknown)
      for (const [setId] of unknown) lookedUp.add(setId)
      void lookups.done().then(searchForMissing)
    },
    onCustomerSearched: (customerId) => {
      const ofCustomer = [...missing].filter(([, one]) => one.customerId === customerId)
      for (const [setId, { searches: before }] of ofCustomer) {
        if (before + 1 >= MAX_SEARCHES) missing.delete(setId)
        else missing.set(setId, { customerId, searches: before + 1 })
      }
      lookups.request(ofCustomer.map(([setId]) => [setId, customerId]))
    },
    stop: async () => {
      stopping.abort()
      await lookups.done()
    },
  }
}

type SetOfCustomer = readonly [setId: string, customerId: string | null]

/** Sets that are not in the index, with the number of searches of the customer that did not return them. */
type MissingSets = Map<string, { customerId: string; searches: number }>

function createLookups(dependencies: ResolverDependencies, missing: MissingSets, stopped: AbortSignal) {
  const requested = new Map<string, string | null>()
  const lookUpRequested = async (): Promise<void> => {
    const sets = [...requested]
    requested.clear()
    if (!stopped.aborted) await lookUp(dependencies, sets, (setId) => missing.delete(setId))
  }
  const working = coalesce(lookUpRequested, (thrown) => dependencies.logger.warn('sets.not-resolved', { thrown }))
  const request = (sets: readonly SetOfCustomer[]): void => {
    for (const [setId, customerId] of sets) requested.set(setId, customerId)
    if (requested.size > 0) void working.run()
  }
  return {
    request,
    done: working.done,
    /** Each counts as missing until it is found. */
    add: (sets: readonly SetOfCustomer[]): void => {
      const followed = namesOf(dependencies.settings)
      // No one else is ever searched.
      for (const [setId, customerId] of sets) {
        if (customerId !== null && followed.has(customerId)) missing.set(setId, { customerId, searches: 0 })
      }
      request(sets)
    },
  }
}

function withNames({ settings }: ResolverDependencies, entries: readonly ListedEntry[]): ListedEntry[] {
  const names = namesOf(settings)
  return entries.map((entry) => {
    const customerName = entry.customerName ?? names.get(entry.customerId ?? '') ?? null
    return customerName === entry.customerName ? entry : { ...entry, customerName }
  })
}

/** In batches that yield to the event loop: a backlog brings a hundred thousand. */
async function lookUp(
  dependencies: ResolverDependencies,
  sets: readonly SetOfCustomer[],
  onFound: (setId: string) => void,
): Promise<void> {
  const names = namesOf(dependencies.settings)
  const session = dependencies.session()
  let batch: ResolvedSet[] = []
  const store = (): void => {
    dependencies.store().resolve(batch)
    batch = []
    dependencies.onResolved()
  }
  for await (const [setId, customerId] of yieldingToEventLoop(sets)) {
    const set = readSet(session, setId)
    if (set !== undefined) onFound(setId)
    const resolved = resolvedSet(setId, set, names.get(customerId ?? '') ?? null)
    if (resolved !== undefined) batch.push(resolved)
    if (batch.length >= BATCH_SETS) store()
  }
  if (batch.length > 0) store()
}

function resolvedSet(setId: string, set: ParcelSet | undefined, name: string | null): ResolvedSet | undefined {
  const customerName = set?.customerName ?? name
  const shipmentRef = set?.shipmentRef ?? null
  if (customerName === null && shipmentRef === null) return undefined
  const owner = set?.customerId ?? null
  return { setId, customerName, shipmentRef, ...(owner === null ? {} : { customerId: owner }) }
}

function readSet(session: ParcelSession | undefined, setId: string): ParcelSet | undefined {
  return session === undefined ? undefined : [...session.sets.read([setId])][0]
}

function namesOf({ read }: Pick<FeedSettings, 'read'>): Map<string, string> {
  return new Map(read().followed.map(({ customerId, customerName }) => [customerId, customerName]))
}

/** Requests a search of each followed customer at most once a minute. */
function createSearches({ settings, requestSearch, clock }: ResolverDependencies, stopped: AbortSignal) {
  const requestedAtMs = new Map<string, number>()
  const waiting = new Set<string>()
  const request = async (customerId: string): Promise<void> => {
    const nextMs = (requestedAtMs.get(customerId) ?? Number.NEGATIVE_INFINITY) + SEARCH_EVERY_MS
    const waitMs = Math.max(0, nextMs - clock.monotonicMs())
    if (waitMs > 0) await clock.wait(waitMs, stopped)
    waiting.delete(customerId)
    requestedAtMs.set(customerId, clock.monotonicMs())
    requestSearch(customerId)
  }
  return (customerIds: Iterable<string>): void => {
    const followed = new Set(settings.read().followed.map(({ customerId }) => customerId))
    for (const customerId of new Set(customerIds)) {
      if (!followed.has(customerId) || waiting.has(customerId)) continue
      waiting.add(customerId)
      void request(customerId).catch(ignoring('only shutdown interrupts the wait'))
    }
  }
}
