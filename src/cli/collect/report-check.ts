import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { CheckedPart } from '../../engine/feed/firm/check-collector.ts'
import type { Screen } from '../terminal/screen.ts'

/** Prints what `collect --check` has found; returns the first thing that is missing, for the exit code. */
export async function reportCheck(
  screen: Screen,
  parts: readonly CheckedPart[],
): Promise<DescribedFailure | undefined> {
  const missing = parts.flatMap(({ failure }) => failure ?? [])
  const checks = parts.map(({ what, found, failure }) => ({ what, ok: failure === undefined, found, failure }))
  await screen.result({ ok: missing.length === 0, checks }, () =>
    parts.map(({ what, found, failure }) =>
      failure === undefined ? `ok       ${what}: ${found}\n` : `MISSING  ${what}: ${failure.message} ${failure.next}\n`,
    ),
  )
  return missing[0]
}
