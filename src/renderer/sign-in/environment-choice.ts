import type { Environment } from '../../shared/model/connection.ts'
import { testWordIn, withScheme } from '../../shared/text/addresses.ts'
import type { DeskState } from '../client/desk-store.ts'

type Account = Pick<DeskState['accounts'][number], 'profile' | 'baseUrl' | 'environment'>

export const ENVIRONMENT_TITLES: Readonly<Record<Environment, string>> = { production: 'Production', test: 'Test' }

interface EnvironmentForm {
  readonly baseUrl: string
  /** Null until the user has chosen. */
  readonly chosenEnvironment: Environment | null
}

/** What the user chose, or test where the address says so. Production is never assumed: null until it is chosen. */
export function environmentOf({ baseUrl, chosenEnvironment }: EnvironmentForm): Environment | null {
  return chosenEnvironment ?? (testWordIn(baseUrl) === undefined ? null : 'test')
}

/** Why the choice may be a mistake, in a sentence; null where nothing speaks against it. */
export function doubtAbout(
  { baseUrl, environment }: { readonly baseUrl: string; readonly environment: Environment },
  accounts: readonly Account[],
): string | null {
  const sameAddress = accounts.filter((one) => originOf(one.baseUrl) === originOf(baseUrl))
  if (sameAddress.some((one) => one.environment === environment)) return null
  const [other] = sameAddress
  if (other !== undefined) {
    return `Your account “${other.profile}” has the same address, as ${ENVIRONMENT_TITLES[other.environment]}.`
  }
  const word = testWordIn(baseUrl)
  return environment === 'test' || word === undefined
    ? null
    : `The address has “${word}” in it, as those of test services do.`
}

function originOf(address: string): string {
  const given = address.trim()
  return URL.parse(withScheme(given, 'https'))?.origin ?? given
}
