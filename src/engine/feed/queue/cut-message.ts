import { formatBytes } from '../../../shared/text/format-bytes.ts'
import type { Delivery } from '../../ports/link.ts'

/**
 * The message as it is kept: whole, or of one that is too large the beginning and a remark, which is then unreadable. It is
 * stored and acknowledged like any other: refused, it would come again for ever, and everything behind it would wait.
 */
export function cutMessage(delivery: Delivery, largestBytes: number): Delivery {
  const { body } = delivery
  if (body.length <= largestBytes) return delivery
  const remark = `\n[cut here: the message has ${formatBytes(body.length)}, and at most ${formatBytes(largestBytes)} are kept]`
  // A copy, so that the rest of the memory is given back.
  return { ...delivery, body: Buffer.concat([body.subarray(0, largestBytes), Buffer.from(remark)]) }
}
