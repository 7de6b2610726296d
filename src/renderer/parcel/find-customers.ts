import { foldedWords, foldText } from '../../shared/text/fold-text.ts'

export interface CustomerItem {
  readonly customerId: string
  readonly customerName: string
}

/** Numbers as numbers; accents tell apart only what is the same without them. */
const alphabet = new Intl.Collator(undefined, { numeric: true })

// The service has its own order; the list is read again seldom, and searched with every letter.
const sorted = new WeakMap<readonly CustomerItem[], readonly CustomerItem[]>()

function inAlphabet(customers: readonly CustomerItem[]): readonly CustomerItem[] {
  const known = sorted.get(customers)
  if (known !== undefined) return known
  const list = customers.toSorted((one, other) => alphabet.compare(one.customerName, other.customerName))
  sorted.set(customers, list)
  return list
}

/**
 * The customers whose name or id contains every word of the query, ignoring case and accents, by name; those that start with the
 * query come first.
 */
export function findCustomers(customers: readonly CustomerItem[], query: string): readonly CustomerItem[] {
  const words = foldedWords(query)
  const all = inAlphabet(customers)
  if (words.length === 0) return all
  const found = all.filter((customer) => {
    const text = searchedText(customer)
    return words.every((word) => text.includes(word))
  })
  const start = foldText(query).trim()
  const isFirst = (customer: CustomerItem): boolean => searchedText(customer).startsWith(start)
  return [...found.filter(isFirst), ...found.filter((customer) => !isFirst(customer))]
}

interface CustomerInput {
  readonly customers: readonly CustomerItem[]
  readonly chosen: readonly string[]
  readonly typed: string
}

/**
 * Turns typed text into the one customer it matches: the only match, or the only one with exactly that name. Text that matches
 * none or several stays: nothing is guessed and nothing is dropped.
 */
export function resolveTyped({ customers, chosen, typed }: CustomerInput): Pick<CustomerInput, 'chosen' | 'typed'> {
  if (typed.trim() === '') return { chosen, typed: '' }
  const found = findCustomers(customers, typed)
  const named = found.filter(({ customerName }) => foldText(customerName).trim() === foldText(typed).trim())
  const [meant, other] = found.length === 1 ? found : named
  if (meant === undefined || other !== undefined) return { chosen, typed }
  const { customerId } = meant
  return { chosen: chosen.includes(customerId) ? chosen : [...chosen, customerId], typed: '' }
}

/** What is wrong with text that is left in the field; undefined if it is blank. */
export function unresolvedCustomerError(typed: string): string | undefined {
  return typed.trim() === ''
    ? undefined
    : `No customer chosen for “${typed.trim()}”: choose one from the list, or delete it.`
}

// Cached per customer: normalising thousands of names at every key press would be noticeable.
const searchedTexts = new WeakMap<CustomerItem, string>()

function searchedText(customer: CustomerItem): string {
  const known = searchedTexts.get(customer)
  if (known !== undefined) return known
  const text = foldText(`${customer.customerName} ${customer.customerId}`)
  searchedTexts.set(customer, text)
  return text
}
