import { EXIT_CODES } from '../../../shared/errors/exit-code.ts'
import type { Failure } from '../../../shared/errors/failure.ts'

/** A failure as it was stored in JSON; unknown tags, of another version, become `internal`. */
export function storedFailure(text: string | null): Failure | null {
  if (text === null) return null
  const value: unknown = JSON.parse(text)
  return isFailure(value) ? value : { tag: 'internal', reference: 'stored' }
}

/** Only this program writes these rows, so the tag is enough to know the rest. */
function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'tag' in value &&
    typeof value.tag === 'string' &&
    value.tag in EXIT_CODES
  )
}
