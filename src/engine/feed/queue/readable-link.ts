import { inflateRawSync, unzipSync } from 'node:zlib'
import { formatBytes } from '../../../shared/text/format.ts'
import type { Delivery, LinkPort } from '../../ports/link.ts'

/**
 * A link that delivers what is stored: bodies unfolded that were compressed, and of too large ones the beginning and a remark,
 * which makes them unreadable. Such a message is stored and acknowledged like any other: refused, it would come again for ever
 * and hold up everything behind it.
 */
export function readableLink(link: LinkPort, largestBytes: () => number): LinkPort {
  return {
    ...link,
    connect: (target, receiver, signal) => {
      const delivered = (delivery: Delivery): void => receiver.delivered(readable(delivery, largestBytes()))
      return link.connect(target, { ...receiver, delivered }, signal)
    },
  }
}

function readable(delivery: Delivery, largestBytes: number): Delivery {
  const { body, properties: { contentEncoding, ...properties } = {} } = delivery
  const unfold = contentEncoding === undefined ? undefined : UNFOLDED[contentEncoding.trim().toLowerCase()]
  if (unfold === undefined) return truncate(delivery, largestBytes)
  try {
    return { ...delivery, properties, body: unfold(body, { maxOutputLength: largestBytes }) }
  } catch {
    const remark = `unfolded it has more than ${formatBytes(largestBytes)}, or it is damaged`
    const kept = body.subarray(0, largestBytes)
    return { ...delivery, properties, body: withRemark(kept, `[compressed, as it came: ${remark}]`) }
  }
}

type Unfold = (body: Buffer, options: { maxOutputLength: number }) => Buffer

/** Some send “deflate” without the frame of zlib that the name stands for. */
const inflateAny: Unfold = (body, options) => {
  const [first = 0, second = 0] = body
  const isFramed = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
  return isFramed ? unzipSync(body, options) : inflateRawSync(body, options)
}

const UNFOLDED: Partial<Record<string, Unfold>> = {
  gzip: unzipSync,
  'x-gzip': unzipSync,
  deflate: inflateAny,
}

function truncate(delivery: Delivery, largestBytes: number): Delivery {
  const { body } = delivery
  if (body.length <= largestBytes) return delivery
  const sizes = `the message has ${formatBytes(body.length)}, and at most ${formatBytes(largestBytes)} are kept`
  return { ...delivery, body: withRemark(body.subarray(0, largestBytes), `[cut here: ${sizes}]`) }
}

/** A copy, so that the memory of the rest is freed. */
function withRemark(body: Buffer, remark: string): Buffer {
  return Buffer.concat([body, Buffer.from(`\n${remark}`)])
}
