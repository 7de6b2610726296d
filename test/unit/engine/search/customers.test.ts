import { describe, expect, it } from 'vitest'
import { resolveCustomers } from '../../../../src/engine/search/customers.ts'

const id = (number: number): string => `c0000000-0000-4000-a000-${String(number).padStart(12, '0')}`
const names = [
  'Aurora Grain AG',
  'Aurora Shipping',
  'Ærø Shipping A/S',
  'Meridian Ltd',
  'MERIDIAN LTD',
  '华东粮油贸易有限公司',
]
const counterparties = names.map((customerName, index) => ({ customerId: id(index), customerName }))
const listed = { counterparties, problems: [], isWhole: true }
const chosen = (...wanted: string[]): string[] =>
  resolveCustomers(wanted, listed).customers.map(({ customerName }) => customerName)

describe('the requested customers', () => {
  it('are all if none is named', () => {
    expect(resolveCustomers([], listed)).toEqual({ customers: counterparties, problems: [], isWhole: true })
  })

  it('are found by name whatever its case and spaces, or by a part that matches only one', () => {
    expect(chosen('aurora  grain ag', ' ÆRØ shipping a/s ', 'grain', '粮油', 'ærø')).toEqual([
      'Aurora Grain AG',
      'Ærø Shipping A/S',
      '华东粮油贸易有限公司',
    ])
  })

  it('are found by id whatever its case, each once', () => {
    expect(chosen(id(1).toUpperCase(), ` ${id(1)} `, 'Aurora Shipping')).toEqual(['Aurora Shipping'])
  })

  it('may have an id that the list does not hold, which is reported (T34)', () => {
    const result = resolveCustomers([id(99)], listed)
    expect(result.customers).toEqual([{ customerId: id(99), customerName: id(99) }])
    expect(result.problems).toMatchObject([{ where: `customer ${id(99)}` }])
  })

  it('are never guessed: a part that matches several is refused with the candidates and their ids', () => {
    expect(() => chosen('aurora')).toThrow('“aurora” fits 2 customers.')
    try {
      chosen('aurora')
    } catch (thrown) {
      expect(thrown).toMatchObject({
        failure: { next: `Name one in full or by its id: Aurora Grain AG (${id(0)}), Aurora Shipping (${id(1)}).` },
      })
    }
  })

  it('are never guessed between two of the same name, which only ids distinguish (T20)', () => {
    expect(() => chosen('Meridian Ltd')).toThrow('“Meridian Ltd” fits 2 customers.')
    expect(chosen(id(3), id(4))).toEqual(['Meridian Ltd', 'MERIDIAN LTD'])
  })

  it('that match no name are refused with the nearest name and the list', () => {
    expect(() => chosen('Aurora Grian AG')).toThrow(
      'No customer is called “Aurora Grian AG”. Did you mean “Aurora Grain AG”?',
    )
    expect(() => chosen('')).toThrow('No customer is called “”.')
  })

  it('are listed ten at most, without control characters', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      customerId: id(index),
      customerName: `Same \u001b[31m${index}`,
    }))
    try {
      resolveCustomers(['same'], { counterparties: many, problems: [], isWhole: true })
      expect.unreachable()
    } catch (thrown) {
      expect(thrown).toMatchObject({ failure: { next: expect.stringMatching(/ and 20 more\.$/) } })
      expect(JSON.stringify(thrown)).not.toContain('u001b')
    }
  })

  it('are incomplete if the list could not be read in full and every customer is requested (T34)', () => {
    const problems = [{ where: 'the list of customers', message: '1 of 7 rows could not be read' }]
    const part = { counterparties, problems, isWhole: false }
    expect(resolveCustomers([], part)).toMatchObject({ isWhole: false, problems })
    expect(resolveCustomers(['grain'], part)).toMatchObject({ isWhole: true, problems: [] })
  })

  it('may be among the rows that could not be read: then no name is refused as unknown', () => {
    const problems = [{ where: 'the list of customers', message: '1 of 7 rows could not be read' }]
    const missing = 'of the list of customers 1 of 7 rows could not be read: it may be one of them'
    expect(() => resolveCustomers(['Delta'], { counterparties, problems, isWhole: false })).toThrow(
      `No customer is called “Delta”, but ${missing}.`,
    )
  })
})
