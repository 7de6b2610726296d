import { setBy } from '../../shared/policy/effective-policy.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import type { CurrentPolicy } from '../ports/policy.ts'
import type { SecretsPort } from '../ports/host-ports.ts'

/** The keychain, unless it is forbidden: then it has nothing and takes nothing, but what it has can be forgotten. */
export function allowedSecrets(secrets: SecretsPort, policy: CurrentPolicy): SecretsPort {
  const assertAllowed = (): void => {
    const { values, origins } = policy.current()
    if (!values.KeychainForbidden) return
    throw new AppError({ tag: 'keychain-unavailable', reason: `forbidden by ${setBy(origins.KeychainForbidden)}` })
  }
  return {
    read: async (service, account) => {
      assertAllowed()
      return await secrets.read(service, account)
    },
    write: async (service, account, secret) => {
      assertAllowed()
      await secrets.write(service, account, secret)
    },
    remove: secrets.remove,
  }
}
