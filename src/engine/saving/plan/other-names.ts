import { DEFAULT_NAME_PATTERN, FORMER_DEFAULT_PATTERN } from '../../../shared/model/name-patterns.ts'
import type { DocumentFacts } from '../../../shared/model/parcel-set.ts'
import { parseNamePattern, renderName } from '../names/name-pattern.ts'

/** What a document would be called by the other of the two default patterns. */
export type OtherName = (facts: DocumentFacts) => string

/**
 * The default pattern has changed, and archives made before keep their names: a document that an archive has under the name
 * of one default is not saved again under the name of the other. Both make the same folders. Undefined for any other pattern:
 * whoever typed one wants its names.
 */
export function otherNameFor(pattern: string, prefix: string): OtherName | undefined {
  const other = OTHER_DEFAULT.get(pattern)
  if (other === undefined) return undefined
  const parsed = parseNamePattern(other)
  return (facts) => renderName(parsed, facts, { prefix }).file
}

const OTHER_DEFAULT = new Map([
  [DEFAULT_NAME_PATTERN, FORMER_DEFAULT_PATTERN],
  [FORMER_DEFAULT_PATTERN, DEFAULT_NAME_PATTERN],
])
