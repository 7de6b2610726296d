import type { DescribedFailure } from '../shared/errors/failure.ts'

/** How a command ends that did all it could with a list that the service did not give to its end (T1, T3, T4). */
export function incompleteList(done: string): DescribedFailure {
  return {
    tag: 'stopped-early',
    message: `${done}, but the service did not list everything that was asked for.`,
    next: 'The problems above say what is lacking; run the command again, or narrow the selection.',
  }
}
