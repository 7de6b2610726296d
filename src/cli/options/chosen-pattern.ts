import { setByOrganisation } from '../../shared/policy/effective-policy.ts'
import { usualPattern } from '../../shared/policy/user-settings.ts'
import { parseNamePattern } from '../../engine/saving/names/name-pattern.ts'
import type { CurrentPolicy } from '../../engine/ports/policy.ts'

/**
 * The pattern of `--name`, else the organisation’s, else the built-in one. Fails with bad-usage where it is invalid, and with
 * set-by-organisation where another one is the only one.
 */
export function chosenPattern(name: string | undefined, policy: CurrentPolicy): string {
  const { values, origins } = policy.current()
  const set = usualPattern(values)
  const pattern = name ?? set
  parseNamePattern(pattern)
  if (!values.NamePatternLocked || pattern === set) return pattern
  const next = `Leave --name out; ${set} is used.`
  throw setByOrganisation(`The pattern ${pattern}`, origins.NamePatternLocked, next)
}
