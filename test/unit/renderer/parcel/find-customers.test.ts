import { describe, expect, it } from 'vitest'
import { findCustomers, unresolvedCustomerError, resolveTyped } from '../../../../src/renderer/parcel/find-customers.ts'

const CUSTOMERS = [
  { customerId: 'c-100', customerName: 'North Baltic Bulk' },
  { customerId: 'c-200', customerName: 'Baltic Grain' },
  { customerId: 'x-300', customerName: 'Sté Générale d’Épices' },
]

const idsFor = (query: string): string[] => findCustomers(CUSTOMERS, query).map(({ customerId }) => customerId)

describe('finding customers', () => {
  it('lists all of them by name without a query, whatever the order of the service', () => {
    expect(idsFor('  ')).toEqual(['c-200', 'c-100', 'x-300'])
  })

  it('puts names that begin with the query first', () => {
    expect(idsFor('baltic')).toEqual(['c-200', 'c-100'])
  })

  it('requires every word, in any order', () => {
    expect(idsFor('bulk north')).toEqual(['c-100'])
  })

  it('finds by id', () => {
    expect(idsFor('X-3')).toEqual(['x-300'])
  })

  it('ignores accents, which few people type', () => {
    expect(idsFor('generale epices')).toEqual(['x-300'])
  })
})

describe('text typed in the customer field', () => {
  const take = (typed: string, chosen: readonly string[] = []): { chosen: readonly string[]; typed: string } =>
    resolveTyped({ customers: CUSTOMERS, chosen, typed })

  it('becomes the one customer that it matches', () => {
    expect(take('bulk', ['x-300'])).toEqual({ chosen: ['x-300', 'c-100'], typed: '' })
    expect(take('C-2')).toEqual({ chosen: ['c-200'], typed: '' })
  })

  it('becomes the one with exactly that name if others contain it', () => {
    const customers = [...CUSTOMERS, { customerId: 'c-400', customerName: 'Baltic Grain Trading' }]
    expect(resolveTyped({ customers, chosen: [], typed: 'baltic grain' }).chosen).toEqual(['c-200'])
  })

  it('stays if it matches several or none, because nothing is guessed or dropped', () => {
    expect(take('baltic')).toEqual({ chosen: [], typed: 'baltic' })
    expect(take('canal')).toEqual({ chosen: [], typed: 'canal' })
    const twins = [...CUSTOMERS, { customerId: 'c-500', customerName: 'BALTIC GRAIN' }]
    expect(resolveTyped({ customers: twins, chosen: [], typed: 'Baltic Grain' }).typed).toBe('Baltic Grain')
  })

  it('chooses nobody twice, and nobody for blank text', () => {
    expect(take('bulk', ['c-100'])).toEqual({ chosen: ['c-100'], typed: '' })
    expect(take('  ')).toEqual({ chosen: [], typed: '' })
  })

  it('is reported until it matches somebody', () => {
    expect(unresolvedCustomerError(' canal ')).toMatch(/^No customer chosen for “canal”/)
    expect(unresolvedCustomerError(' ')).toBeUndefined()
  })
})
