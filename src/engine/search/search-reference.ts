import type { AppError } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import type { NumberOf } from '../../shared/text/number-words.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { mapConcurrently } from '../base/async.ts'
import type { SearchFilters } from '../exchange/paging.ts'
import { isDenied, isOfOneSearch } from './failing-searches.ts'
import { type NumberResult, searchByNumber } from './search-by-number.ts'
import {
  mergeResults,
  readSets,
  type PartialResult,
  type SearchContext,
  runSearch,
  emptyResult,
  noteFailed,
  repeatWithoutInstance,
  searchOwned,
  ownedBy,
  FEW,
} from './search-customers.ts'

/** Every dash of Unicode, and the sign for minus. */
const DASH = /[\p{Pd}\u2212]/gu

export interface ReferenceResult extends PartialResult {
  reference: string
  /** Those of `setIds` whose shipment reference is exactly this one, or was not sent (T8). */
  exactIds: string[]
  /** What it is, if it is not the reference of their shipment. */
  understoodAs?: NumberOf
}

/**
 * One reference among many customers: one call for all of them, never references times customers. Without a match it is
 * repeated without the instance (T9), and then taken for the number of a parcel or bill of lading. Owners come from the index, or
 * are found by halving the list of customers (T6).
 */
export async function searchReference(
  context: SearchContext,
  reference: string,
  customers: readonly Counterparty[],
): Promise<ReferenceResult> {
  const first = await searchUnlessFailed(context, reference, customers)
  // Unreadable rows may be its sets, and a second search would count them twice.
  const isMissed = first.lacking.unreadable === 0 && exactAmong(context, reference, first.setIds).length === 0
  const allowed = allowedOf(context, customers)
  const { filters, ...found } =
    isMissed && allowed.length > 0 && !context.unanswered.has(reference)
      ? // None of these was denied the first time: what is refused now is a search without an instance.
        await repeatWithoutInstance(context, first, (again) => searchTogether(again, reference, allowed))
      : { ...first, filters: context.filters }
  const sets = { reference, setIds: found.setIds }
  const requests = found.requests + (await findOwners({ ...context, filters }, sets, allowed))
  const exactIds = exactAmong(context, reference, found.setIds)
  const numbered = exactIds.length > 0 ? undefined : await takeAsNumber({ ...context, filters }, reference, allowed)
  if (numbered !== undefined) {
    const merged = mergeResults({ ...found, requests }, numbered)
    return { ...merged, reference, exactIds: numbered.setIds, understoodAs: numbered.understoodAs }
  }
  reportOtherReferences(context, reference, found.setIds)
  const isMissing = found.isComplete && found.setIds.length === 0
  const furtherRequests = isMissing ? await reportPlainSpelling(context, reference, allowed) : 0
  return { ...found, requests: requests + furtherRequests, reference, exactIds }
}

/** What is no shipment’s reference may be the number of a parcel or of a bill of lading; undefined where none has it. */
async function takeAsNumber(
  context: SearchContext,
  number: string,
  customers: readonly Counterparty[],
): Promise<NumberResult | undefined> {
  const { index, finder, onSets, onGrowth } = context
  const quiet = uncountedContext(context)
  const search = async (reference: string): Promise<PartialResult> => {
    const found = await searchUnlessFailed(quiet, reference, customers)
    const requests = found.requests + (await findOwners(quiet, { reference, setIds: found.setIds }, customers))
    return { ...found, requests }
  }
  const found = await searchByNumber({ index, finder, number, customers, search })
  if (found === undefined) return undefined
  onSets?.([...readSets(index, found.setIds)])
  onGrowth({ loaded: found.loaded, total: found.total, requests: 0, expectedRequests: 0 })
  return found
}

/**
 * Says where a reference that was not found exists with plain digits and dashes: a list from elsewhere may have full-width ones,
 * or the long dash of a word processor, and both look like those that were typed. Returns the number of calls.
 */
async function reportPlainSpelling(
  context: SearchContext,
  reference: string,
  customers: readonly Counterparty[],
): Promise<number> {
  const plain = reference.normalize('NFKC').replaceAll(DASH, '-')
  if (plain === reference) return 0
  const { requests, setIds } = await searchUnlessFailed(uncountedContext(context), plain, customers)
  const isThere = readSets(context.index, setIds).some(({ shipmentRef }) => shipmentRef?.trim() === plain)
  const message = `not found as it is written; “${plainText(plain)}” exists: ask for it with plain digits and dashes`
  if (isThere) context.problems.push({ where: `reference ${reference}`, message })
  return requests
}

function exactAmong({ index }: SearchContext, reference: string, setIds: string[]): string[] {
  const exact = readSets(index, setIds).filter(({ shipmentRef }) => isExact(shipmentRef, reference))
  return exact.map(({ setId }) => setId).toArray()
}

function isExact(shipmentRef: string | null, reference: string): boolean {
  return shipmentRef === null || shipmentRef.trim() === reference
}

/**
 * Reports sets with another reference: a service that matches parts of a reference, or ignores case, must not get another
 * shipment's documents filed under this one (T8; docs/decisions/references-by-case.md).
 */
function reportOtherReferences({ index, problems }: SearchContext, reference: string, setIds: string[]): void {
  const others = [...readSets(index, setIds)].flatMap(({ shipmentRef }) =>
    shipmentRef === null || isExact(shipmentRef, reference) ? [] : [shipmentRef.trim()],
  )
  const [sameLetters, parts] = [true, false].map((isSame) =>
    others.filter((other) => (other.toLowerCase() === reference.toLowerCase()) === isSame),
  )
  const where = `reference ${reference}`
  const ofAll = (some: readonly string[]): string => `${some.length} of ${counted(setIds.length, 'set')}`
  if (sameLetters?.[0] !== undefined) {
    const written = plainText(sameLetters[0])
    problems.push({
      where,
      message: `${ofAll(sameLetters)} with other capitals: “${written}”; listed, but not saved: search for it as it is written`,
    })
  }
  if (parts?.[0] !== undefined) {
    const message = `${ofAll(parts)} with another reference: the service matches parts of it; listed, but not saved`
    problems.push({ where, message })
  }
}

/**
 * A service may refuse what one line of a long list holds, answer “not found” where nothing matches, or fail at it. That is a
 * problem of this reference, whose sets stay unknown; the other lines are answered all the same.
 */
async function searchUnlessFailed(
  context: SearchContext,
  reference: string,
  customers: readonly Counterparty[],
): Promise<PartialResult> {
  try {
    return await searchAmong(context, reference, customers)
  } catch (thrown) {
    if (!isOfOneSearch(thrown)) throw thrown
    context.unanswered.set(reference, thrown)
    context.problems.push({ where: `reference ${reference}`, message: describeFailure(thrown.failure).message })
    return emptyResult({ requests: 1, isComplete: false })
  }
}

/**
 * One search for a reference among several customers. If one of them is denied, the halves are searched separately, so that
 * the others are not lost with it (T34). With no customer left, no call is made (T11).
 */
async function searchAmong(
  context: SearchContext,
  shipmentRef: string,
  customers: readonly Counterparty[],
): Promise<PartialResult> {
  const allowed = allowedOf(context, customers)
  const [only, second] = allowed
  if (only === undefined) {
    return emptyResult({ requests: 0, isComplete: customers.length === 0 })
  }
  if (second === undefined) {
    return await searchOwned({ ...context, filters: { ...context.filters, shipmentRef } }, only)
  }
  const further = { ...context, announcedRequests: 0 }
  try {
    return await searchTogether(context, shipmentRef, allowed)
  } catch (thrown) {
    if (!isOfOneSearch(thrown)) throw thrown
    if (!isDenied(thrown)) {
      await (context.probe.done ??= leaveOutFailing(further, shipmentRef, allowed))
      const left = allowedOf(context, allowed)
      if (left.length === 0 || left.length === allowed.length) throw thrown
      const inLeft = await searchAmong(further, shipmentRef, left)
      return { ...inLeft, requests: inLeft.requests + 1 }
    }
    const [left, right] = halve(allowed)
    const inLeft = await searchAmong(further, shipmentRef, left)
    const inBoth = mergeResults(inLeft, await searchAmong(further, shipmentRef, right))
    return { ...inBoth, requests: inBoth.requests + 1 }
  }
}

/** More would take longer than it is worth. */
const MOST_PROBED = 50

/**
 * Tries each customer alone, once for all references: those that fail, where others do not, are left out. Where the first few
 * all fail it is the reference, or the service.
 */
async function leaveOutFailing(
  context: SearchContext,
  shipmentRef: string,
  customers: readonly Counterparty[],
): Promise<void> {
  if (customers.length > MOST_PROBED) return
  const { probe } = context
  const quiet = { ...uncountedContext(context), filters: { ...context.filters, shipmentRef } }
  const failed: { customer: Counterparty; thrown: AppError }[] = []
  let isAnyAnswered = false
  await mapConcurrently(customers, FEW, async (customer) => {
    if (!isAnyAnswered && failed.length >= FEW) return
    try {
      probe.requests += (await runSearch(quiet, ownedBy(customer))).requests
      isAnyAnswered = true
    } catch (thrown) {
      if (!isOfOneSearch(thrown)) throw thrown
      probe.requests += 1
      failed.push({ customer, thrown })
    }
  })
  if (isAnyAnswered) for (const { customer, thrown } of failed) noteFailed(context, customer, thrown)
}

/** One search for a reference among all these customers. */
async function searchTogether(
  context: SearchContext,
  shipmentRef: string,
  customers: readonly Counterparty[],
): Promise<PartialResult> {
  const [only, second] = customers
  if (only !== undefined && second === undefined) {
    return await runSearch({ ...context, filters: { ...context.filters, shipmentRef } }, ownedBy(only))
  }
  const filters: SearchFilters = { shipmentRef, customerIds: customers.map((one) => one.customerId) }
  return await runSearch(context, { filters, owner: undefined, where: `reference ${shipmentRef}` })
}

function allowedOf({ failed }: SearchContext, customers: readonly Counterparty[]): Counterparty[] {
  return customers.filter((one) => !failed.has(one.customerId))
}

function halve<Item>(items: readonly Item[]): [Item[], Item[]] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}

/**
 * Assigns owners to the sets found for a reference among several customers (T6). The index knows most; the rest are found by
 * bisecting the customers, in logarithmically many calls instead of one per customer. Returns the number of calls.
 */
async function findOwners(
  context: SearchContext,
  found: { reference: string; setIds: string[] },
  customers: readonly Counterparty[],
): Promise<number> {
  const { index } = context
  const candidates = allowedOf(context, customers)
  const ids = new Set(candidates.map((one) => one.customerId))
  // The indexed owner may be a customer outside this search, and a set is not filed under a customer that nobody named.
  const unowned = found.setIds.filter((setId) => !ids.has(index.ownerOf(setId)?.customerId ?? ''))
  return await findOwnersByHalving(uncountedContext(context), { ...found, setIds: unowned }, candidates)
}

async function findOwnersByHalving(
  context: SearchContext,
  unowned: { reference: string; setIds: string[] },
  candidates: readonly Counterparty[],
): Promise<number> {
  const { reference, setIds } = unowned
  const [only, second] = candidates
  if (setIds.length === 0 || only === undefined) return 0
  if (second === undefined) {
    for (const setId of setIds) context.index.setOwner(setId, only)
    return 0
  }
  const [left, right] = halve(candidates)
  const inLeft = await searchUnlessFailed(context, reference, left)
  const leftIds = new Set(inLeft.setIds)
  const [mine, others] = [setIds.filter((id) => leftIds.has(id)), setIds.filter((id) => !leftIds.has(id))]
  const requests = inLeft.requests + (await findOwnersByHalving(context, { reference, setIds: mine }, left))
  if (inLeft.isComplete) return requests + (await findOwnersByHalving(context, { reference, setIds: others }, right))
  // Incomplete: a set missing in one half need not belong to the other, and nothing is guessed (product, promise 3).
  if (others.length > 0) {
    const message = `the customer of ${counted(others.length, 'set')} could not be found out, because the search was not complete`
    context.problems.push({ where: `reference ${reference}`, message })
  }
  return requests
}

/** For searches of which only the calls are counted: they find the same sets again, or sets that were not asked for. */
function uncountedContext(context: SearchContext): SearchContext {
  return {
    ...context,
    announcedRequests: 0,
    onSets: undefined,
    onGrowth: (growth) => {
      context.onGrowth({ ...growth, loaded: 0, total: 0 })
    },
  }
}
