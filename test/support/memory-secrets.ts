import type { SecretsPort } from '../../src/engine/ports/host-ports.ts'

/** A keychain in memory. */
export function createMemorySecrets(): SecretsPort & { readonly secrets: Map<string, string> } {
  const secrets = new Map<string, string>()
  const keyOf = (service: string, account: string): string => `${service}: ${account}`
  return {
    secrets,
    read: (service, account) => Promise.resolve(secrets.get(keyOf(service, account))),
    write: (service, account, secret) => {
      secrets.set(keyOf(service, account), secret)
      return Promise.resolve()
    },
    remove: (service, account) => Promise.resolve(secrets.delete(keyOf(service, account))),
  }
}
