import type { Connection, Environment } from '../../shared/model/connection.ts'
import {
  type EffectivePolicy,
  type PolicyOrigin,
  setBy,
  setByOrganisation,
} from '../../shared/policy/effective-policy.ts'
import type { PolicyConnection } from '../../shared/policy/policy-schema.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { serviceAddress } from '../../shared/text/addresses.ts'
import type { CurrentPolicy } from '../ports/policy.ts'

type Service = Pick<Connection, 'baseUrl' | 'environment'>

/** Fails with set-by-organisation where this service may not be used on this computer: before a password is even read. */
export function assertServiceAllowed(policy: CurrentPolicy, service: Service): void {
  const refusal = refusalOf(policy, service)
  if (refusal !== undefined) throw setByOrganisation(refusal.what, refusal.origin, refusal.next)
}

/** Who forbids this service, as the end of a sentence (“forbidden here by …”); undefined where it may be used. */
export function serviceForbiddenBy(policy: CurrentPolicy, service: Service): string | undefined {
  const refusal = refusalOf(policy, service)
  return refusal === undefined ? undefined : setBy(refusal.origin)
}

/**
 * Fails with set-by-organisation where messages may not be taken in this environment without naming a service: where it is not
 * allowed, or has no service that may be used.
 */
export function assertEnvironmentAllowed(policy: CurrentPolicy, environment: Environment): void {
  const { values, origins } = policy.current()
  const { ConnectionsLocked: isLocked, ConnectionList: all, EnvironmentAllowed: allowed } = values
  const what = `Taking ${environment} messages`
  if (allowed !== 'any' && allowed !== environment) throw setByOrganisation(what, origins.EnvironmentAllowed)
  if (!isLocked || all.some((one) => one.environment === environment)) return
  throw setByOrganisation(what, origins.ConnectionsLocked, listed(all))
}

/** The ready-made connections that may be used, with addresses as a connection has them. */
export function readyMadeConnections({ values }: EffectivePolicy): PolicyConnection[] {
  const { ConnectionList: all, EnvironmentAllowed: allowed } = values
  const usable = all.filter(({ environment }) => allowed === 'any' || allowed === environment)
  return usable.map((one) => ({ ...one, address: serviceAddress(new URL(one.address)) }))
}

function isService(one: PolicyConnection, { baseUrl, environment }: Service): boolean {
  return one.environment === environment && serviceAddress(new URL(one.address)) === baseUrl
}

function listed(connections: readonly PolicyConnection[]): string {
  if (connections.length === 0) return 'No connection is allowed at all; ask your administrator.'
  const names = connections.map(({ name, environment }) => `${name} (${environment})`)
  return `Use one of the connections that it allows: ${names.join(', ')}.`
}

function refusalOf(
  policy: CurrentPolicy,
  { baseUrl, environment }: Service,
): { what: string; origin: PolicyOrigin; next?: string } | undefined {
  const { values, origins } = policy.current()
  const { host } = new URL(baseUrl)
  if (values.EnvironmentAllowed !== 'any' && values.EnvironmentAllowed !== environment) {
    return { what: `Signing in at ${host} as a ${environment} service`, origin: origins.EnvironmentAllowed }
  }
  const { ConnectionsLocked: isLocked, ConnectionList: all } = values
  if (!isLocked || all.some((one) => isService(one, { baseUrl, environment }))) return undefined
  return { what: `Signing in at ${host} (${environment})`, origin: origins.ConnectionsLocked, next: listed(all) }
}

/** Fails with set-by-organisation where a bundle for support may not be saved. */
export function assertSupportBundleAllowed(policy: CurrentPolicy): void {
  const { values, origins } = policy.current()
  if (values.SupportBundleForbidden) throw setByOrganisation('Saving a support bundle', origins.SupportBundleForbidden)
}

/** What messages are taken for: this program’s own inbox, or a whole firm, by its own broker. */
export type QueueUse = 'own' | 'collector'

/**
 * Who forbids taking messages from a queue, as the end of a sentence (“forbidden here by …”); undefined where it is allowed
 * (T36).
 */
export function queueForbiddenBy(policy: CurrentPolicy, use: QueueUse): string | undefined {
  const { values, origins } = policy.current()
  if (values.QueueForbidden) return setBy(origins.QueueForbidden)
  if (!values.QueueCollectorOnly || use === 'collector') return undefined
  return `${setBy(origins.QueueCollectorOnly)}, for all but the firm’s collector`
}

/** Fails with queue-forbidden where taking messages is forbidden. */
export function assertQueueAllowed(policy: CurrentPolicy, use: QueueUse): void {
  const by = queueForbiddenBy(policy, use)
  if (by !== undefined) throw new AppError({ tag: 'queue-forbidden', by })
}
