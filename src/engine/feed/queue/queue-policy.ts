import { AppError } from '../../../shared/errors/app-error.ts'
import { managedBy } from '../../policy/open-policy.ts'
import type { PolicyPort } from '../../ports/policy.ts'

/**
 * Who forbids taking messages from a queue, as the end of a sentence (“forbidden here by …”); undefined where it is allowed
 * (T36).
 */
export function queueForbiddenBy(policy: Pick<PolicyPort, 'current'>): string | undefined {
  const current = policy.current()
  return current.values.QueueForbidden ? managedBy(current, 'QueueForbidden') : undefined
}

/** Fails with queue-forbidden where taking messages is forbidden. */
export function assertQueueAllowed(policy: Pick<PolicyPort, 'current'>): void {
  const by = queueForbiddenBy(policy)
  if (by !== undefined) throw new AppError({ tag: 'queue-forbidden', by })
}
