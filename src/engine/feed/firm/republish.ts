import { AppError } from '../../../shared/errors/app-error.ts'
import type { FirmPublisher } from './firm-publisher.ts'
import { outgoingMessage, type StoredMessage } from './outgoing.ts'
import type { SetAsideMessages } from './set-aside.ts'

const BATCH = 500

/**
 * Publishes stored messages again, in their order; only those of the named customers, if any is. Readers know by its bytes what
 * they have. Returns how many. Fails like `FirmPublisher.publishing`, and with interrupted.
 */
export async function republish(
  publisher: FirmPublisher,
  { bodies, customerIds = [] }: { bodies: Iterable<Uint8Array>; customerIds?: readonly string[] | undefined },
  signal: AbortSignal,
): Promise<number> {
  const keys = new Set(customerIds.map((id) => id.toLowerCase()))
  let count = 0
  let batch: StoredMessage[] = []
  const publishBatch = async (): Promise<void> => {
    if (signal.aborted) throw new AppError({ tag: 'interrupted' })
    await publisher.publishing(batch)()
    count += batch.length
    batch = []
  }
  for (const body of bodies) {
    if (keys.size > 0 && !keys.has(outgoingMessage({ body }).routingKey)) continue
    batch.push({ body })
    if (batch.length === BATCH) await publishBatch()
  }
  if (batch.length > 0) await publishBatch()
  return count
}

/**
 * Publishes what was set aside, and keeps what still no stream is bound for. Fails like `FirmPublisher.ready`, storage-failed,
 * and with interrupted.
 */
export async function republishSetAside(
  publisher: FirmPublisher,
  setAside: SetAsideMessages,
  signal: AbortSignal,
): Promise<{ published: number; left: number }> {
  let published = 0
  let after = 0
  for (let batch = setAside.list(after, BATCH); batch.length > 0; batch = setAside.list(after, BATCH)) {
    if (signal.aborted) throw new AppError({ tag: 'interrupted' })
    const unroutable = new Set(await publisher.publishRoutable(batch))
    const routed = batch.filter((message) => !unroutable.has(message))
    setAside.forget(routed.map(({ id }) => id))
    published += routed.length
    after = batch.at(-1)?.id ?? after
  }
  return { published, left: setAside.count() }
}
