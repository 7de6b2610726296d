export interface CustomerItem {
  readonly customerId: string
  readonly customerName: string
}

/**
 * The customers whose name or id has every word of the query, in any case and without accents; those whose name begins with it
 * come first, else in their order.
 */
export function findCustomers(customers: readonly CustomerItem[], query: string): readonly CustomerItem[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return customers
  const found = customers.filter((customer) => {
    const text = searchedText(customer)
    return words.every((word) => text.includes(word))
  })
  const start = plain(query).trim()
  const isFirst = (customer: CustomerItem): boolean => searchedText(customer).startsWith(start)
  return [...found.filter(isFirst), ...found.filter((customer) => !isFirst(customer))]
}

interface TypedCustomer {
  readonly customers: readonly CustomerItem[]
  readonly chosen: readonly string[]
  readonly typed: string
}

/**
 * Takes what is typed in the field of a picker for the one customer that it means: the only match, or the only one of just that
 * name. Where it means none or several it stays typed, for nothing is guessed and nothing is dropped.
 */
export function takeTyped({ customers, chosen, typed }: TypedCustomer): Pick<TypedCustomer, 'chosen' | 'typed'> {
  if (typed.trim() === '') return { chosen, typed: '' }
  const found = findCustomers(customers, typed)
  const named = found.filter(({ customerName }) => plain(customerName).trim() === plain(typed).trim())
  const [meant, other] = found.length === 1 ? found : named
  if (meant === undefined || other !== undefined) return { chosen, typed }
  const { customerId } = meant
  return { chosen: chosen.includes(customerId) ? chosen : [...chosen, customerId], typed: '' }
}

/** What is wrong with a text that is left in the field; undefined where none is. */
export function leftCustomer(typed: string): string | undefined {
  return typed.trim() === ''
    ? undefined
    : `No customer chosen for “${typed.trim()}”: choose one from the list, or delete it.`
}

// Kept with the customer, for normalising thousands of names at every key press would be felt.
const searchedTexts = new WeakMap<CustomerItem, string>()

function searchedText(customer: CustomerItem): string {
  const known = searchedTexts.get(customer)
  if (known !== undefined) return known
  const text = plain(`${customer.customerName} ${customer.customerId}`)
  searchedTexts.set(customer, text)
  return text
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
