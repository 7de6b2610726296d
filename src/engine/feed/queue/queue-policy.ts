import { AppError } from '../../../shared/errors/app-error.ts'
import { setBy } from '../../../shared/policy/effective-policy.ts'
import type { CurrentPolicy } from '../../ports/policy.ts'

/** What messages are taken for: this program’s own inbox, or a whole firm, by its journal or its broker. */
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
