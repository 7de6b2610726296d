import { describe, expect, it } from 'vitest'
import { loadKeytar } from '../../../../src/adapters/keychain/native-module.ts'

describe('the native module of the keychain', () => {
  it('is loaded, with the calls that are used', async () => {
    const { getPassword, setPassword, deletePassword } = await loadKeytar()
    expect([getPassword, setPassword, deletePassword].map((call) => typeof call)).toEqual(Array(3).fill('function'))
  })
})
