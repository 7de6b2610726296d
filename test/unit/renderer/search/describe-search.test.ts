import { describe, expect, it } from 'vitest'
import { describeSearch } from '../../../../src/renderer/search/describe-search.ts'

const CUSTOMERS = [
  { customerId: 'a', customerName: 'Aurora Grain' },
  { customerId: 'b', customerName: 'Baltic Bulk' },
]
const NOTHING = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }

describe('the description of a search', () => {
  it('names customers, shipments and states, as the user would', () => {
    const form = { ...NOTHING, customers: ['b', 'a'], shipmentRefs: ['SHP-1'], states: ['TITLE_HELD'] }
    expect(describeSearch(form, CUSTOMERS)).toBe('Baltic Bulk, Aurora Grain · SHP-1 · Title held')
  })

  it('counts what would be too long to list', () => {
    const form = { ...NOTHING, shipmentRefs: ['1', '2', '3'] }
    expect(describeSearch(form, CUSTOMERS)).toBe('Every customer · 3 shipments')
  })

  it('keeps the id of a customer that is no longer listed', () => {
    expect(describeSearch({ ...NOTHING, customers: ['gone'] }, CUSTOMERS)).toBe('gone')
  })

  it('includes what is sent to the service unchanged', () => {
    const form = { ...NOTHING, status: 'FILED', instance: 'DocHub', filters: { vesselName: 'MV A' } }
    expect(describeSearch(form, CUSTOMERS)).toBe('Every customer · FILED, DocHub, MV A')
  })
})
