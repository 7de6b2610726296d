import type { Environment } from '../../../shared/model/connection.ts'

/** Set apart from real ones wherever they end up (F-notes, idea 11). */
const TEST_PREFIX = 'TEST '

/** What stands before the name of every file. */
export function namePrefix(environment: Environment): string {
  return environment === 'test' ? TEST_PREFIX : ''
}
