import { describe, expect, it } from 'vitest'
import type { ExchangeClient } from '../../../src/engine/exchange/exchange-client.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import type { FaultKind } from '../../exchange-service/fault-rules.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openExchange, openScripted } from '../../support/open-service.ts'

const data = demoData({ setsPerCustomer: 3 })
const document = documentOfKind(data, 'certificate-of-origin')

function openSpoiled(kind: FaultKind, times?: number) {
  return openExchange({ data, faults: { rules: [{ match: 'document', kind, times, retryAfterSeconds: 3 }] } })
}

/** The bytes and headers that a receiver was handed. */
async function stream(client: ExchangeClient, address = document, signal?: AbortSignal) {
  const chunks: Buffer[] = []
  let headers: Record<string, string> = {}
  const receiver = {
    head: (head: { headers: Record<string, string> }): void => void (headers = head.headers),
    data: (chunk: Buffer): undefined => void chunks.push(chunk),
  }
  await client.streamDocument(address, receiver, signal)
  return { body: Buffer.concat(chunks), headers }
}

describe('a document', () => {
  it('arrives byte by byte as sent, requested by path alone: no query, no range (T15, T24, T27)', async () => {
    const { service, client } = await openExchange({ data })
    const { body, headers } = await stream(client)
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    expect(Number(headers['content-length'])).toBe(body.length)
    const { setId, documentId } = document
    expect(service.requests.at(-1)).toMatchObject({
      path: `/v3/common/sets/${setId}/get-single-pdf/${documentId}`,
      query: {},
      credentials: 'bearer',
      acceptEncoding: 'identity',
    })
    const scripted = await openScripted({})
    await stream(scripted.client)
    expect(scripted.service.asked.document[0]?.headers).not.toHaveProperty('range')
  })

  it('is passed on whatever its content type: the bytes decide (T22)', async () => {
    const { client } = await openSpoiled('wrongContentType')
    const { body, headers } = await stream(client)
    expect([headers['content-type'], body.subarray(0, 5).toString()]).toEqual(['text/html;charset=UTF-8', '%PDF-'])
  })

  it('is never fetched by a search or a list: fetching may leave a trace (T26)', async () => {
    const { service, client, find } = await openExchange({ data })
    await client.counterparties()
    await find({ customerIds: data.counterparties.map(({ customerId }) => customerId) })
    expect(service.counts.document).toBe(0)
  })

  it('that is an error does not reach the receiver: its message goes into the failure (T23)', async () => {
    const failures: [FaultKind, object][] = [
      ['403', { tag: 'access-denied', said: 'You are not entitled to this customer' }],
      ['404', { tag: 'not-found', said: 'Not found' }],
      ['400', { tag: 'request-refused', status: 400 }],
      ['502', { tag: 'service-failing', status: 502, said: 'Sign in' }],
      ['204', { tag: 'unreadable-answer', reason: 'the HTTP status is 204' }],
      ['redirect', { tag: 'redirected', to: 'http://127.0.0.1:9/elsewhere' }],
    ]
    for (const [kind, failure] of failures) {
      const { client, service } = await openSpoiled(kind)
      const received: unknown[] = []
      const receiver = {
        head: (head: unknown) => void received.push(head),
        data: (): undefined => void received.push('data'),
      }
      const endpoint = `document “${document.name}”`
      expect(await failureThrown(client.streamDocument(document, receiver))).toMatchObject({ ...failure, endpoint })
      expect([received, service.counts.document]).toEqual([[], 1])
    }
  })

  it('that is still being made (202) does not reach the receiver, and may be asked for again', async () => {
    const { client, service } = await openScripted({
      document: () => ({ status: 202, headers: { 'retry-after': '3' }, body: { message: 'being generated' } }),
    })
    const received: unknown[] = []
    const receiver = {
      head: (head: unknown) => void received.push(head),
      data: (): undefined => void received.push('data'),
    }
    expect(await failureThrown(client.streamDocument(document, receiver))).toMatchObject({
      tag: 'service-failing',
      status: 202,
      said: 'being generated',
      retryAfterMs: 3_000,
    })
    expect([received, service.asked.document.length]).toEqual([[], 1])
  })

  it('in part, although all of it was requested, is refused (T27)', async () => {
    const { client } = await openSpoiled('partialContent')
    expect(await failureThrown(stream(client))).toMatchObject({
      tag: 'unreadable-answer',
      reason: 'the HTTP status is 206',
    })
  })

  it('that breaks off is a lost connection, tried once: retries are the job’s', async () => {
    for (const kind of ['truncated', 'truncatedChunked', 'reset', 'dropped'] as const) {
      const { service, client, waitsMs } = await openSpoiled(kind)
      expect(await failureThrown(stream(client))).toMatchObject({ tag: 'connection-lost' })
      expect([service.counts.document, waitsMs]).toEqual([1, []])
    }
  })

  it('whose token has expired is requested again with a new one at once (T28)', async () => {
    const { service, client, waitsMs } = await openExchange({ data })
    await stream(client)
    service.faults.revokeTokens()
    expect((await stream(client)).body.length).toBeGreaterThan(1_000)
    expect([service.counts.token, service.counts.document, waitsMs]).toEqual([2, 3, []])
  })

  it('can be aborted in the middle', async () => {
    const { client } = await openSpoiled('stalled')
    const controller = new AbortController()
    const work = failureThrown(stream(client, document, controller.signal))
    controller.abort()
    expect(await work).toEqual({ tag: 'interrupted' })
  })

  it('with an id that would change the path is refused before anything is sent', async () => {
    const { service, client } = await openExchange({ data })
    for (const bad of ['../..', '', 'x', `${document.documentId}?copy=true`, `${document.documentId}\n`]) {
      for (const address of [
        { ...document, documentId: bad },
        { ...document, setId: bad },
      ]) {
        expect(await failureThrown(stream(client, address))).toMatchObject({ tag: 'bad-usage' })
      }
    }
    expect(service.requests).toEqual([])
  })
})
