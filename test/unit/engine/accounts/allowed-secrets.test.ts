import { describe, expect, it } from 'vitest'
import { createMemorySecrets } from '../../../support/memory-secrets.ts'
import { policyOf } from '../../../support/test-policy.ts'
import { allowedSecrets } from '../../../../src/engine/accounts/allowed-secrets.ts'

describe('the keychain', () => {
  it('is the system’s without a policy', async () => {
    const secrets = allowedSecrets(createMemorySecrets(), policyOf())
    await secrets.write('service', 'ops', 'secret')
    expect(await secrets.read('service', 'ops')).toBe('secret')
  })

  it('takes and gives nothing where it is forbidden, but what it has can be forgotten', async () => {
    const keychain = createMemorySecrets()
    await keychain.write('service', 'ops', 'secret')
    const secrets = allowedSecrets(keychain, policyOf({ KeychainForbidden: true }))
    await expect(secrets.write('service', 'ops', 'other')).rejects.toThrow(/forbidden by your organisation, in/)
    await expect(secrets.read('service', 'ops')).rejects.toThrow(/forbidden by your organisation, in/)
    expect(await secrets.remove('service', 'ops')).toBe(true)
    expect(await keychain.read('service', 'ops')).toBeUndefined()
  })
})
