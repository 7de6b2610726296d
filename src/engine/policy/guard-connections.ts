import { AppError } from '../../shared/errors/app-error.ts'
import type { Connection } from '../../shared/model/connection.ts'
import { setBy, type EffectivePolicy } from '../../shared/policy/effective-policy.ts'
import type { PolicyConnection } from '../../shared/policy/policy-schema.ts'
import type { PolicyPort } from '../ports/policy.ts'

type Service = Pick<Connection, 'baseUrl' | 'environment'>

/** Fails with set-by-organisation where this service may not be used on this computer: before a password is even read. */
export function assertServiceAllowed(policy: Pick<PolicyPort, 'current'>, { baseUrl, environment }: Service): void {
  const { values, origins } = policy.current()
  const { host } = new URL(baseUrl)
  if (values.EnvironmentAllowed !== 'any' && values.EnvironmentAllowed !== environment) {
    const what = `Signing in at ${host} as a ${environment} service`
    throw refusal(what, setBy(origins.EnvironmentAllowed))
  }
  if (!values.ConnectionsLocked || values.ConnectionList.some((one) => isService(one, { baseUrl, environment }))) return
  throw refusal(
    `Signing in at ${host} (${environment})`,
    setBy(origins.ConnectionsLocked),
    listed(values.ConnectionList),
  )
}

/** The ready-made connections that may be used, with addresses as a connection has them. */
export function readyMadeConnections({ values }: EffectivePolicy): PolicyConnection[] {
  const { ConnectionList: all, EnvironmentAllowed: allowed } = values
  const usable = all.filter(({ environment }) => allowed === 'any' || allowed === environment)
  return usable.map((one) => ({ ...one, address: baseUrlOf(one) }))
}

function isService(one: PolicyConnection, { baseUrl, environment }: Service): boolean {
  return one.environment === environment && baseUrlOf(one) === baseUrl
}

/** As `parseBaseUrl` stores it. */
function baseUrlOf({ address }: PolicyConnection): string {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/+$/, '')
}

function listed(connections: readonly PolicyConnection[]): string {
  if (connections.length === 0) return 'No connection is allowed at all; ask your administrator.'
  const names = connections.map(({ name, environment }) => `${name} (${environment})`)
  return `Use one of the connections that it allows: ${names.join(', ')}.`
}

function refusal(what: string, by: string, next?: string): AppError {
  return new AppError({ tag: 'set-by-organisation', what, by, ...(next === undefined ? {} : { next }) })
}
