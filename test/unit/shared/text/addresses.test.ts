import { describe, expect, it } from 'vitest'
import { testWordIn } from '../../../../src/shared/text/addresses.ts'

describe('the word in an address that test services have', () => {
  it.each([
    ['https://test.exchange.example', 'test'],
    ['exchange-uat2.example.com', 'uat2'],
    ['https://pre-prod.exchange.example/v1', 'preprod'],
    ['https://exchange.example/sandbox', 'sandbox'],
    ['https://STAGING.exchange.example:8443', 'staging'],
    ['exchange.test', 'test'],
    ['http://localhost:4000', 'localhost'],
    ['127.0.0.1:1', '127.0.0.1'],
    ['http://[::1]:4000', '[::1]'],
  ])('is found in %s', (address, word) => {
    expect(testWordIn(address)).toBe(word)
  })

  it.each([
    'https://exchange.example.com',
    'https://contest.example.com',
    'https://latest-parcels.example.com',
    // Endings of ordinary addresses.
    'https://parcels.dev',
    'https://exchange.com.qa',
    'https://demo@exchange.example.com',
    'https://[',
    '',
  ])('is not found in %s', (address) => {
    expect(testWordIn(address)).toBeUndefined()
  })
})
