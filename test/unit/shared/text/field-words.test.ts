import { describe, expect, it } from 'vitest'
import { fieldWords } from '../../../../src/shared/text/field-words.ts'

const read = (query: string): string[] => fieldWords(query).map(({ field, text }) => `${field ?? 'any'}=${text}`)

describe('the words of a query', () => {
  it('name a field, also by its first letters, and are folded', () => {
    expect(read('State:ISSUED ves:Ólaf bl:77 shp-1')).toEqual(['state=issued', 'vessel=olaf', 'bl=77', 'any=shp-1'])
    expect(read('parcel:a:b customer:x shipment:1')).toEqual(['parcel=a:b', 'customer=x', 'shipment=1'])
  })

  it('are meant as they stand where they name none', () => {
    expect(read('12:30 :olaf vessel: https://x')).toEqual(['any=12:30', 'any=:olaf', 'any=vessel:', 'any=https://x'])
    expect(read('  ')).toEqual([])
  })
})
