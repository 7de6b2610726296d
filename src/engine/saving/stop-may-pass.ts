import type { JobDocument } from '../../shared/model/job.ts'
import { canBePutRight } from '../base/retry.ts'
import { isOutage } from './transfer/outage-detector.ts'

/**
 * Whether what a save lacks may be saved later, by the tag of what stopped it: the service may list the rest later, too. A
 * document that was refused would be refused again; one that got no answer would not: a job of few documents ends before the
 * service counts as gone.
 */
export function stopMayPass(tag: string, documents: Iterable<JobDocument>): boolean {
  if (tag !== 'some-not-saved') return tag === 'incomplete' || isOutage(tag) || canBePutRight(tag)
  for (const { state, failure } of documents) {
    if (state === 'failed' && failure !== undefined && isOutage(failure.tag)) return true
  }
  return false
}
