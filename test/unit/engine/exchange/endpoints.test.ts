import { describe, expect, it } from 'vitest'
import { createEndpoints } from '../../../../src/engine/exchange/endpoints.ts'
import { projectFiles } from '../../../support/project-files.ts'

const id = '5e700000-0000-4000-a000-00000000000f'

describe('the addresses of the service', () => {
  it('are those of the reference below the base URL, including its own path', () => {
    const endpoints = createEndpoints('https://exchange.example.com/tenant')
    expect(
      [endpoints.token, endpoints.counterparties, endpoints.search(), endpoints.document(id, id)].map(String),
    ).toEqual([
      'https://exchange.example.com/tenant/v3/common/oauth2/token',
      'https://exchange.example.com/tenant/v3/common/counterparties',
      'https://exchange.example.com/tenant/v3/common/sets/search',
      `https://exchange.example.com/tenant/v3/common/sets/${id}/get-single-pdf/${id}`,
    ])
  })

  it('carry offset and limit in the query for a page (T1)', () => {
    const { search } = createEndpoints('https://exchange.example.com')
    expect(search({ offset: 200, limit: 100 }).search).toBe('?offset=200&limit=100')
  })

  it('are refused for invalid ids, without sending anything', () => {
    const { document } = createEndpoints('https://exchange.example.com')
    for (const bad of ['', '..', '../..', `${id}/..`, `${id}?x`, ` ${id}`, `${id}\n`, '%2e%2e']) {
      expect(() => document(bad, id)).toThrow('is not an id')
      expect(() => document(id, bad)).toThrow('is not an id')
    }
  })

  it('contain the API version in one place of the program (T35)', () => {
    const holders = [...projectFiles('src/**/*.{ts,tsx}')].filter(([, text]) => text.includes('v3/common'))
    expect(holders.map(([file]) => file)).toEqual(['src/engine/exchange/endpoints.ts'])
  })
})
