import { describe, expect, it } from 'vitest'
import { assertServiceAllowed, readyMadeConnections } from '../../../../src/engine/policy/guards.ts'
import { policyOf } from '../../../support/test-policy.ts'

const AURORA = { name: 'Aurora', environment: 'production', address: 'https://Exchange.example.com/api/' }
const UAT = { name: 'UAT', environment: 'test', address: 'https://uat.example.com' }
const LOCKED = { ConnectionList: [AURORA, UAT], ConnectionsLocked: true }

describe('a service', () => {
  it('may be any without a policy, and where the list is not locked', () => {
    for (const policy of [policyOf(), policyOf({ ConnectionList: [AURORA] })]) {
      expect(() =>
        assertServiceAllowed(policy, { baseUrl: 'https://other.example', environment: 'test' }),
      ).not.toThrow()
    }
  })

  it.each([
    ['https://exchange.example.com/api', 'production', true],
    ['https://uat.example.com', 'test', true],
    ['https://exchange.example.com/api', 'test', false],
    ['https://exchange.example.com', 'production', false],
    ['https://exchange.example.com.evil.example/api', 'production', false],
    ['http://127.0.0.1:8080', 'test', false],
  ] as const)('%s (%s) of a locked list may be used: %s', (baseUrl, environment, isAllowed) => {
    const asked = () => assertServiceAllowed(policyOf(LOCKED), { baseUrl, environment })
    if (isAllowed) expect(asked).not.toThrow()
    else expect(asked).toThrow(/^Signing in at .* is forbidden here by your organisation, in/)
  })

  it('of the other environment may not be used where only one is allowed, listed or not', () => {
    const policy = policyOf({ ...LOCKED, EnvironmentAllowed: 'test' })
    const production = { baseUrl: 'https://exchange.example.com/api', environment: 'production' } as const
    expect(() => assertServiceAllowed(policy, production)).toThrow(/as a production service is forbidden here/)
    expect(readyMadeConnections(policy.current())).toEqual([UAT])
  })
})

describe('the ready-made connections', () => {
  it('have their addresses as a connection stores them', () => {
    expect(readyMadeConnections(policyOf(LOCKED).current())).toEqual([
      { ...AURORA, address: 'https://exchange.example.com/api' },
      UAT,
    ])
  })
})
