import type { ReactNode } from 'react'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import { Banner } from './Banner.tsx'

interface FailureNoticeProps {
  readonly failure: Pick<DescribedFailure, 'message' | 'next'>
  readonly action?: ReactNode
}

/** A failure in the words of the one table of failures, the same as in the log and on the command line. */
export function FailureNotice({ failure, action }: FailureNoticeProps): ReactNode {
  return (
    <Banner tone="danger" title={failure.message} action={action}>
      {failure.next}
    </Banner>
  )
}
