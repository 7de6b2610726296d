import type { DescribedFailure } from '../errors/failure.ts'

/** What a call comes back with: its value, or why there is none. A call never throws across the boundary. */
export type Reply = { isOk: true; value: unknown } | { isOk: false; failure: DescribedFailure }
