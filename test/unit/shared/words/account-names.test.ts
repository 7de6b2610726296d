import { describe, expect, it } from 'vitest'
import {
  type AccountIdentity,
  defaultAccountName,
  type NamedAccount,
} from '../../../../src/shared/words/account-names.ts'

const ops = (baseUrl: string, environment: AccountIdentity['environment'] = 'test'): AccountIdentity => ({
  baseUrl,
  environment,
  username: 'ops',
})
const called = (profile: string, account: AccountIdentity): NamedAccount => ({ ...account, profile })

describe('what an account is called by itself', () => {
  it('is user and host', () => {
    expect(defaultAccountName(ops('https://exchange.example'), [])).toBe('ops at exchange.example')
    expect(defaultAccountName(ops('exchange.example:8443/live/'), [])).toBe('ops at exchange.example:8443')
  })

  it('is the same again for the same account, however its address is typed', () => {
    const known = [called('ops at exchange.example', ops('https://exchange.example'))]
    expect(defaultAccountName(ops('https://exchange.example/v3/common/'), known)).toBe('ops at exchange.example')
  })

  it('has what differs where another account is called so', () => {
    const uat = called('ops at exchange.example', ops('https://exchange.example/uat'))
    const live = ops('https://exchange.example/live', 'production')
    expect(defaultAccountName(live, [uat])).toBe('ops at exchange.example/live')
    const test = called('ops at exchange.example', ops('https://exchange.example'))
    expect(defaultAccountName(ops('https://exchange.example', 'production'), [test])).toBe(
      'ops at exchange.example (Production)',
    )
    const others = [uat, called('ops at exchange.example/live', ops('https://exchange.example/live'))]
    expect(defaultAccountName(live, others)).toBe('ops at exchange.example (Production)')
  })
})
