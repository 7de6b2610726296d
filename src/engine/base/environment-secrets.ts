import { withScheme } from '../../shared/text/addresses.ts'

/** The variables that hand a password to one run of the command line. */
const PASSWORD_VARIABLES = [
  'PARCEL_DESK_PASSWORD',
  'PARCEL_DESK_AMQP_PASSWORD',
  'PARCEL_DESK_PUBLISH_PASSWORD',
  'PARCEL_DESK_PROXY_PASSWORD',
]
const PROXY_VARIABLE = /^(?:https?|all|parcel_desk)_proxy$/i

/** Every secret that the environment holds for this program: its passwords, and those in the addresses of proxies. */
export function environmentSecrets(env: Readonly<Record<string, string | undefined>>): string[] {
  const passwords = PASSWORD_VARIABLES.map((name) => env[name])
  const proxies = Object.entries(env).flatMap(([name, address]) =>
    PROXY_VARIABLE.test(name) ? credentialsIn(address ?? '') : [],
  )
  return [...passwords, ...proxies].flatMap((secret) => (secret === undefined || secret === '' ? [] : [secret]))
}

function credentialsIn(address: string): string[] {
  // As the network reads it: without a scheme it is `http`.
  const url = URL.parse(withScheme(address, 'http'))
  const { username = '', password = '' } = url ?? {}
  if (password === '') return []
  const decoded = [username, password].map((part) => decodedOrSame(part))
  return [password, ...decoded.slice(1), Buffer.from(decoded.join(':')).toString('base64')]
}

function decodedOrSame(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Removes the passwords from the environment of this process, so that no report and no child process has them. */
export function forgetPasswords(env: NodeJS.ProcessEnv): void {
  for (const name of PASSWORD_VARIABLES) delete env[name]
}

/** Removes the addresses of proxies that hold a password, for the same reason; for a host that reads them from a copy. */
export function forgetProxyPasswords(env: NodeJS.ProcessEnv): void {
  for (const [name, address] of Object.entries(env)) {
    if (PROXY_VARIABLE.test(name) && credentialsIn(address ?? '').length > 0) delete env[name]
  }
}
