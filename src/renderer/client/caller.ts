import type { Input, MethodName, Output } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'

/** All of a failure that a screen says; the contract’s failures and those of desk.ts both fit. */
export type ShownFailure = Pick<DescribedFailure, 'message' | 'next'>

/** How a store reaches the main process: `call` and `failureIn` of desk.ts, or what a test puts in their place. */
export interface Caller {
  call<Name extends MethodName>(name: Name, input: Input<Name>): Promise<Output<Name>>
  failureIn(thrown: unknown): ShownFailure
}
