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
