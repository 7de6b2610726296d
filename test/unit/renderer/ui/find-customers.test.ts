import { describe, expect, it } from 'vitest'
import { findCustomers } from '../../../../src/renderer/ui/find-customers.ts'

const CUSTOMERS = [
  { customerId: 'c-100', customerName: 'North Baltic Bulk' },
  { customerId: 'c-200', customerName: 'Baltic Grain' },
  { customerId: 'x-300', customerName: 'Sté Générale d’Épices' },
]

const idsFor = (query: string): string[] => findCustomers(CUSTOMERS, query).map(({ customerId }) => customerId)

describe('finding customers', () => {
  it('lists all of them without a query', () => {
    expect(idsFor('  ')).toEqual(['c-100', 'c-200', 'x-300'])
  })

  it('puts names that begin with the query first', () => {
    expect(idsFor('baltic')).toEqual(['c-200', 'c-100'])
  })

  it('wants every word, in any order', () => {
    expect(idsFor('bulk north')).toEqual(['c-100'])
  })

  it('finds by id', () => {
    expect(idsFor('X-3')).toEqual(['x-300'])
  })

  it('takes letters without their accents, which few type', () => {
    expect(idsFor('generale epices')).toEqual(['x-300'])
  })
})
