import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { nearest } from '../base/did-you-mean.ts'
import type { ExchangeClient, ListedCustomers } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { isDenied } from './failing-searches.ts'

/** Longest customer name in a sentence. */
const MAX_NAME_CHARS = 200
const MAX_CANDIDATES = 10

export interface ResolvedCustomers {
  customers: Counterparty[]
  problems: Problem[]
  /** False if every customer was requested and the list of them could not be read in full. */
  isWhole: boolean
}

/**
 * The requested customers as the service lists them now. Ids need no list: they are searched also for a user who may not read
 * it, then without their names (T34). Otherwise fails as reading it does, and as `resolveCustomers`.
 */
export async function findCustomers(
  requested: readonly string[],
  customerList: CustomerList,
  signal?: AbortSignal,
): Promise<ResolvedCustomers> {
  try {
    return resolveCustomers(requested, await customerList.recent(signal))
  } catch (thrown) {
    if (!isDenied(thrown) || requested.length === 0 || !requested.every((text) => isUuid(text.trim()))) throw thrown
    const message = 'this user may not read it (403), so the names of the customers are not known'
    const { customers } = resolveCustomers(requested, { counterparties: [], problems: [], isWhole: true })
    return { customers, problems: [{ where: 'the list of customers', message }], isWhole: true }
  }
}

/**
 * The customers requested by name or id; every customer if none is (command line, “SELECTION”). A name matches if it is equal
 * but for case, otherwise if it is part of exactly one name. Fails with bad-usage, listing candidates, if it matches none or
 * several (names repeat: T20), and with incomplete if it matches none of a list that could not be read in full.
 */
export function resolveCustomers(requested: readonly string[], listed: ListedCustomers): ResolvedCustomers {
  const known = listed.counterparties
  if (requested.length === 0) return everyCustomer(listed)
  const chosen = new Map<string, Counterparty>()
  const problems: Problem[] = []
  for (const text of requested) {
    const id = text.trim()
    const customer = withId(id, known) ?? (isUuid(id) ? unlisted(id, problems) : byName(text, listed))
    chosen.set(customer.customerId.toLowerCase(), customer)
  }
  return { customers: [...chosen.values()], problems, isWhole: true }
}

function everyCustomer({ counterparties, problems, isWhole }: ListedCustomers): ResolvedCustomers {
  if (counterparties.length > 0) return { customers: counterparties, problems, isWhole }
  const nobody = { where: 'the list of customers', message: 'it names no customer, so nothing was searched' }
  return { customers: [], problems: [...problems, nobody], isWhole }
}

function withId(id: string, known: readonly Counterparty[]): Counterparty | undefined {
  return known.find((one) => one.customerId.toLowerCase() === id.toLowerCase())
}

/** An id that is not in the list is still searched: the list may not hold every customer (T34). */
function unlisted(id: string, problems: Problem[]): Counterparty {
  problems.push({
    where: `customer ${id}`,
    message: 'the list of customers does not have this id, so its name is not known',
  })
  return { customerId: id, customerName: id }
}

function byName(text: string, { counterparties: known, problems }: ListedCustomers): Counterparty {
  const folded = fold(text)
  const equal = known.filter((one) => fold(one.customerName) === folded)
  const fitting =
    equal.length > 0 ? equal : known.filter((one) => folded !== '' && fold(one.customerName).includes(folded))
  const [only, second] = fitting
  if (only !== undefined && second === undefined) return only
  if (only === undefined) {
    const [unread] = problems
    if (unread !== undefined) {
      const missing = `of ${unread.where} ${unread.message}: it may be one of them`
      throw new AppError({ tag: 'incomplete', what: `No customer is called “${text}”`, missing })
    }
    const near = nearest(
      text,
      known.map((one) => one.customerName),
    )
    throw badUsage(
      `No customer is called “${text}”.${near === undefined ? '' : ` Did you mean “${plainText(near, MAX_NAME_CHARS)}”?`}`,
      `The customers are: ${list(known)}.`,
    )
  }
  throw badUsage(`“${text}” fits ${fitting.length} customers.`, `Name one in full or by its id: ${list(fitting)}.`)
}

function list(customers: readonly Counterparty[]): string {
  const shown = customers
    .slice(0, MAX_CANDIDATES)
    .map((one) => `${plainText(one.customerName, MAX_NAME_CHARS)} (${one.customerId})`)
  const rest = customers.length - shown.length
  return shown.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function fold(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** The list may be long and every search needs it, but it seldom changes (T34). */
const KEPT_MS = 300_000

export interface CustomerList {
  /** The current list. */
  load(signal?: AbortSignal): Promise<ListedCustomers>
  /** The list, at most five minutes old. */
  recent(signal?: AbortSignal): Promise<ListedCustomers>
  /** The last list, however old; undefined before the first. */
  last(): ListedCustomers | undefined
}

export function createCustomerList(client: ExchangeClient, clock: ClockPort): CustomerList {
  let kept: { list: ListedCustomers; untilMs: number } | undefined
  const load: CustomerList['load'] = async (signal) => {
    const listed = await client.counterparties(signal)
    kept = { list: listed, untilMs: clock.monotonicMs() + KEPT_MS }
    return listed
  }
  return {
    load,
    last: () => kept?.list,
    recent: async (signal) =>
      kept !== undefined && clock.monotonicMs() < kept.untilMs ? kept.list : await load(signal),
  }
}
