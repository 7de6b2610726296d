import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readableLink } from '../../../../../src/engine/feed/queue/readable-link.ts'
import type { Delivery } from '../../../../../src/engine/ports/link.ts'
import { createScriptedLink } from '../../../../support/scripted-link.ts'
import { SIGNED } from '../../../../support/test-feed.ts'

const BODY = Buffer.from(JSON.stringify(SIGNED))
const LIMIT = 10_000

/** What is delivered of a message with this body and encoding. */
function readable(body: Buffer, contentEncoding?: string, largestBytes = LIMIT): Delivery {
  const delivered: Delivery[] = []
  const link = createScriptedLink()
  const receiver = {
    delivered: (one: Delivery) => void delivered.push(one),
    blocked: () => undefined,
    lost: () => undefined,
  }
  const target = { host: 'h', port: 1, virtualHost: '/', username: 'u', password: 'p', heartbeatSeconds: 1 }
  void readableLink(link, () => largestBytes).connect({ ...target, timeoutMs: 1, queue: 'q', prefetch: 1 }, receiver)
  const properties = { contentType: 'application/json', ...(contentEncoding === undefined ? {} : { contentEncoding }) }
  link.latest().receiver.delivered({ tag: 1, isRedelivered: false, body, properties })
  const [only] = delivered
  if (only === undefined) throw new Error('nothing was delivered')
  return only
}

describe('a message that came compressed', () => {
  it.each([
    ['gzip', gzipSync(BODY)],
    ['GZIP', gzipSync(BODY)],
    ['x-gzip', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
  ])('is unfolded by its encoding, and no longer says that it has one: %s', (encoding, body) => {
    expect(readable(body, encoding)).toMatchObject({ body: BODY, properties: { contentType: 'application/json' } })
    expect(readable(body, encoding).properties).not.toHaveProperty('contentEncoding')
  })

  it.each([
    ['unfolds to more than is kept', gzipSync(Buffer.alloc(5_000_000, 'x'))],
    ['is damaged', gzipSync(BODY).subarray(0, 100)],
    ['is not compressed at all', BODY],
  ])('is kept as it came, with a remark, where it %s', (_, body) => {
    const delivered = readable(body, 'gzip')
    expect(delivered.body.subarray(0, body.length)).toEqual(body)
    expect(delivered.body.subarray(body.length).toString()).toBe(
      '\n[compressed, as it came: unfolded it has more than 10 kB, or it is damaged]',
    )
    expect(delivered.properties).toEqual({ contentType: 'application/json' })
  })

  it.each(['utf-8', 'br', undefined])('is as it came for what is not unfolded here: %s', (encoding) => {
    expect(readable(BODY, encoding).body).toBe(BODY)
  })

  it('is cut like any other where its encoding means nothing here and it is too large', () => {
    expect(readable(Buffer.alloc(200, 'x'), 'br', 100).body.toString()).toMatch(/^x{100}\n\[cut here: the message has/)
  })
})
