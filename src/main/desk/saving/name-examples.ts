import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { parseNamePattern, renderName } from '../../../engine/saving/names/name-pattern.ts'
import { EXAMPLE_FIELDS, type NameFields } from '../../../engine/saving/names/name-tokens.ts'
import { namePrefix } from '../../../engine/saving/names/name-prefix.ts'

/**
 * How a pattern names documents: the first one of each set, or a made-up one where there are no sets. Where the service
 * has not listed a set's documents, the example's own stands in. Fails with bad-usage where the pattern is none.
 */
export function nameExamples(pattern: string, sets: Iterable<ParcelSet>, environment: Environment): string[] {
  const parsed = parseNamePattern(pattern)
  const prefix = namePrefix(environment)
  const render = (fields: NameFields): string => {
    const { folders, file } = renderName(parsed, fields, { prefix })
    return [...folders, file].join('/')
  }
  const examples = Array.from(sets, (set) => render(fieldsOf(set)))
  return examples.length === 0 ? [render(EXAMPLE_FIELDS)] : examples
}

function fieldsOf({ documents, ...set }: ParcelSet): NameFields {
  const { documentId, docType, name } = EXAMPLE_FIELDS
  return { ...set, ...(documents?.[0] ?? { documentId, docType, name }) }
}
