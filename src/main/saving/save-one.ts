import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import { withRetries } from '../core/retry.ts'
import type { DocumentAddress, ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { diskFailure } from './disk-failures.ts'
import { fetchDocument, FetchError } from './fetch-document.ts'
import { isTaken, placeNew } from './place-file.ts'

/** Outside any job, so named by the process alone. */
const partSuffix = (): string => `.${process.pid.toString(16).padStart(8, '0')}.part`

/**
 * One document into one file that must not exist yet, checked and flushed like any other, but recorded in no ledger.
 * Fails with file-exists, folder-gone and what the service says.
 */
export async function saveOne(
  parts: { client: ExchangeClient; clock: ClockPort },
  target: DocumentAddress & { file: string },
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const { file, ...address } = target
  const folder = dirname(file)
  const partFile = file + partSuffix()
  try {
    await stat(folder)
    if (await isTaken(file)) throw new AppError({ tag: 'file-exists', path: file })
    return await withRetries(parts.clock, () => fetchInto({ ...address, ...parts, partFile }, file, signal), signal)
  } catch (thrown) {
    throw diskFailure(thrown, folder, file)
  }
}

async function fetchInto(
  fetch: DocumentAddress & { client: ExchangeClient; partFile: string },
  file: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  try {
    const stream = await fetchDocument({ ...fetch, onBytes: () => undefined }, signal)
    try {
      const { bytes, sha256 } = await stream.complete()
      if (!(await placeNew(fetch.partFile, file))) throw new AppError({ tag: 'file-exists', path: file })
      return { bytes, sha256 }
    } catch (thrown) {
      await stream.discard()
      throw thrown
    }
  } catch (thrown) {
    throw thrown instanceof FetchError ? thrown.cause : thrown
  }
}
