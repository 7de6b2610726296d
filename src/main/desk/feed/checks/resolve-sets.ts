import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { ParcelSet } from '../../../../shared/model/parcel-set.ts'
import type { ParcelSession } from '../../../../engine/parcel-desk.ts'
import { coalesce, yieldingToEventLoop } from '../../../../engine/base/async.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { ResolvedSet, FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'

/** Messages of sets that nobody knows may come by the hundred: the customer is searched once for them. */
const SEARCH_EVERY_MS = 60_000
const BATCH_SETS = 500
/** The first may have begun before the set was there. What two searches do not have is honestly unknown. */
const MAX_SEARCHES = 2

interface ResolverDependencies {
  settings: Pick<FeedSettings, 'read'>
  store: () => Pick<FeedStore, 'resolve'>
  /** For the local index; undefined while nobody has set the feed up. */
  session: () => ParcelSession | undefined
  /** Searches all sets of a customer; comes back by `searched`. */
  search: (customerId: string) => void
  clock: ClockPort
  logger: Logger
  onResolved: () => void
}

/** What a message lacks, from the local index or a search; honestly unknown where neither has it (T5, T44). */
export interface SetResolver {
  /** With the names of followed customers, which are known without any look. */
  withCustomerNames(entries: readonly ListedEntry[]): ListedEntry[]
  /** Looks the sets of these entries up, soon. */
  lookUpSets(entries: readonly ListedEntry[]): void
  /** The shipment reference of a set, as far as it is known here. */
  referenceOf(setId: string): string | null
  /** The index has the sets of this customer now. */
  onCustomerSearched(customerId: string): void
  stop(): Promise<void>
}

export function createSetResolver(parts: ResolverDependencies): SetResolver {
  const stopping = new AbortController()
  const searches = createSearches(parts, stopping.signal)
  const missing: MissingSets = new Map()
  const lookups = createLookups(parts, missing, stopping.signal)
  const lookedUp = new Set<string>()
  const searchForMissing = (): void => {
    const customers = Array.from(lookedUp, (setId) => missing.get(setId)?.customerId)
    lookedUp.clear()
    searches(customers.filter((customerId) => customerId !== undefined))
  }
  return {
    withCustomerNames: (entries) => withNames(parts, entries),
    referenceOf: (setId) => readSet(parts.session(), setId)?.shipmentRef ?? null,
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
      lookups.again(ofCustomer.map(([setId]) => [setId, customerId]))
    },
    stop: async () => {
      stopping.abort()
      await lookups.done()
    },
  }
}

type SetOfCustomer = readonly [setId: string, customerId: string | null]

/** Those that the index does not have, with how many searches of the customer did not find them. */
type MissingSets = Map<string, { customerId: string; searches: number }>

function createLookups(parts: ResolverDependencies, missing: MissingSets, stopped: AbortSignal) {
  const wanted = new Map<string, string | null>()
  const work = async (): Promise<void> => {
    const sets = [...wanted]
    wanted.clear()
    if (!stopped.aborted) await lookUp(parts, sets, (setId) => missing.delete(setId))
  }
  const working = coalesce(work, (thrown) => parts.logger.warn('sets.not-resolved', { thrown }))
  const again = (sets: readonly SetOfCustomer[]): void => {
    for (const [setId, customerId] of sets) wanted.set(setId, customerId)
    if (wanted.size > 0) void working.run()
  }
  return {
    again,
    done: working.done,
    /** Missing until they are found. */
    add: (sets: readonly SetOfCustomer[]): void => {
      const followed = namesOf(parts.settings)
      // Nobody searches for the others.
      for (const [setId, customerId] of sets) {
        if (customerId !== null && followed.has(customerId)) missing.set(setId, { customerId, searches: 0 })
      }
      again(sets)
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

/** Some at a time: a backlog brings a hundred thousand, and others have their turn in between. */
async function lookUp(
  parts: ResolverDependencies,
  sets: readonly SetOfCustomer[],
  onFound: (setId: string) => void,
): Promise<void> {
  const names = namesOf(parts.settings)
  const session = parts.session()
  let batch: ResolvedSet[] = []
  const store = (): void => {
    parts.store().resolve(batch)
    batch = []
    parts.onResolved()
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

/** Asks for each followed customer at most once a minute. */
function createSearches({ settings, search, clock }: ResolverDependencies, stopped: AbortSignal) {
  const askedAtMs = new Map<string, number>()
  const waiting = new Set<string>()
  const ask = async (customerId: string): Promise<void> => {
    const nextMs = (askedAtMs.get(customerId) ?? Number.NEGATIVE_INFINITY) + SEARCH_EVERY_MS
    const waitMs = Math.max(0, nextMs - clock.monotonicMs())
    if (waitMs > 0) await clock.wait(waitMs, stopped)
    waiting.delete(customerId)
    askedAtMs.set(customerId, clock.monotonicMs())
    search(customerId)
  }
  return (customerIds: Iterable<string>): void => {
    const followed = new Set(settings.read().followed.map(({ customerId }) => customerId))
    for (const customerId of new Set(customerIds)) {
      if (!followed.has(customerId) || waiting.has(customerId)) continue
      waiting.add(customerId)
      // Only the end of the application interrupts it.
      void ask(customerId).catch(() => undefined)
    }
  }
}
