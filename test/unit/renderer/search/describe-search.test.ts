import { describe, expect, it } from 'vitest'
import { describeSearch } from '../../../../src/renderer/search/describe-search.ts'

const CUSTOMERS = [
  { customerId: 'a', customerName: 'Aurora Grain' },
  { customerId: 'b', customerName: 'Baltic Bulk' },
]
const NOTHING = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }

describe('the name of a search', () => {
  it('says whom and what it asks for, as its user would', () => {
    const form = { ...NOTHING, customers: ['b', 'a'], shipmentRefs: ['SHP-1'], states: ['TITLE_HELD'] }
    expect(describeSearch(form, CUSTOMERS)).toBe('Baltic Bulk, Aurora Grain · SHP-1 · Title held')
  })

  it('counts what would be too long to read', () => {
    const form = { ...NOTHING, shipmentRefs: ['1', '2', '3'] }
    expect(describeSearch(form, CUSTOMERS)).toBe('Every customer · 3 shipments')
  })

  it('keeps the id of a customer that is not listed any more', () => {
    expect(describeSearch({ ...NOTHING, customers: ['gone'] }, CUSTOMERS)).toBe('gone')
  })

  it('tells what goes to the service as it stands', () => {
    const form = { ...NOTHING, status: 'FILED', instance: 'DocHub', filters: { vesselName: 'MV A' } }
    expect(describeSearch(form, CUSTOMERS)).toBe('Every customer · FILED, DocHub, MV A')
  })
})
