import { AppError } from '../../../shared/errors/app-error.ts'
import type { FirmPublisher, StoredMessage } from './firm-publisher.ts'

const BATCH = 500

/**
 * Publishes stored messages again, in their order. Readers know by its bytes what they have.
 * Returns how many. Fails like `FirmPublisher.publish`, and with interrupted.
 */
export async function republish(
  publisher: FirmPublisher,
  bodies: Iterable<Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  let batch: StoredMessage[] = []
  const publishBatch = async (): Promise<void> => {
    if (signal.aborted) throw new AppError({ tag: 'interrupted' })
    await publisher.publish(batch)
    count += batch.length
    batch = []
  }
  for (const body of bodies) {
    batch.push({ body })
    if (batch.length === BATCH) await publishBatch()
  }
  if (batch.length > 0) await publishBatch()
  return count
}
