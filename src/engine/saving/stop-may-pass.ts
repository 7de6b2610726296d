import type { JobDocument } from '../../shared/model/job.ts'
import { canBePutRight } from '../base/retry.ts'
import { isOutage } from './transfer/outage-detector.ts'

/**
 * Whether what a save lacks may be saved later, by the tag of what stopped it: the service may list the rest later, too. A
 * document that was refused would be refused again; one that got no answer would not: a job of few documents ends before the
 * service counts as gone. Nor would one that is answered 500, as far as anybody can tell: where it always is, only the
 * caller's limit of attempts ends that.
 */
export function stopMayPass(tag: string, documents: Iterable<JobDocument>): boolean {
  if (tag !== 'some-not-saved') return tag === 'incomplete' || isOutage(tag) || canBePutRight(tag)
  for (const { state, failure } of documents) {
    if (state === 'failed' && failure !== undefined && isOutage(failure.tag)) return true
  }
  return false
}
