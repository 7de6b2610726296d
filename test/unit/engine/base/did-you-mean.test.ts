import { describe, expect, it } from 'vitest'
import { nearest } from '../../../../src/engine/base/did-you-mean.ts'

describe('nearest', () => {
  const choices = ['customer', 'customerId', 'shipmentRef', 'name']

  it.each<[string, string | undefined, string]>([
    ['custmer', 'customer', 'a letter is missing'],
    ['CUSTOMERID', 'customerId', 'case does not matter'],
    ['shipmentReference', 'shipmentRef', 'a third of the letters may differ'],
    ['nmae', 'name', 'two edits are allowed in a short word'],
    ['qqqqqq', undefined, 'nothing is near'],
  ])('takes %j for %j: %s', (word, expected) => {
    expect(nearest(word, choices)).toBe(expected)
  })

  it('is undefined without choices', () => {
    expect(nearest('name', [])).toBeUndefined()
  })
})
