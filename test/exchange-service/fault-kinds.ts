import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { type Answer, errorAnswer } from './answers.ts'
import * as content from './content-faults.ts'
import type { FaultKind, FaultRule } from './fault-rules.ts'
import * as wire from './wire-faults.ts'

const signInPage =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form><input name="user"></form></body></html>'

/** How each kind of fault answers in place of a good answer. */
export const faultKinds: Record<FaultKind, wire.WireFault> = {
  '400': refusal(400, 'The request is not valid'),
  '401': refusal(401, 'Access token is missing or no longer valid'),
  '403': refusal(403, 'You are not entitled to this customer'),
  '404': refusal(404, 'Not found'),
  '429': refusal(429, 'Too many requests'),
  '500': refusal(500, 'Unexpected error, reference 7f3a'),
  '502': instead(() => ({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from(signInPage) })),
  '503': refusal(503, 'The service is busy'),
  '504': refusal(504, 'The service did not answer in time'),

  '204': (response) => void response.writeHead(204).end(),
  empty: instead((answer) => ({ ...answer, body: Buffer.alloc(0) })),
  html: instead(() => ({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(signInPage) })),
  plainText: instead(() => ({
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from('Maintenance'),
  })),
  errorEnvelope: instead(() => ({ ...errorAnswer(500, 'The document could not be produced'), status: 200 })),
  malformedJson: json('{"code":200,"status":"OK","data":{"offset":0,'),
  hugeJson: wire.hugeJson,
  deepJson: json('['.repeat(100_000) + ']'.repeat(100_000)),
  redirect: instead((_, rule) => ({
    status: 302,
    headers: { location: rule.location ?? 'http://127.0.0.1:9/elsewhere' },
    body: Buffer.alloc(0),
  })),

  partialContent: instead((answer) => ({
    status: 206,
    headers: { ...answer.headers, 'content-range': `bytes 0-${firstHalf(answer).length - 1}/${answer.body.length}` },
    body: firstHalf(answer),
  })),
  gzip: instead(({ body, ...answer }) => ({
    ...answer,
    headers: { ...answer.headers, 'content-encoding': 'gzip' },
    body: gzipSync(body),
  })),
  falseGzip: instead((answer) => ({ ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' } })),
  flippedByte: instead((answer) => ({ ...answer, body: flipMiddleByte(answer.body) })),
  withoutEnd: wire.withoutEnd,
  leadIn: instead((answer) => ({ ...answer, body: Buffer.concat([Buffer.from('\r\n'.repeat(150)), answer.body]) })),
  wrongContentType: instead((answer) => ({ ...answer, headers: { 'content-type': 'text/html;charset=UTF-8' } })),
  wrongLengthShort: wire.wrongLengthShort,
  wrongLengthLong: wire.wrongLengthLong,
  otherBody: instead((answer, { body = Buffer.alloc(0) }) => ({ ...answer, body })),
  largePdf: wire.largePdf,

  dropped: wire.dropped,
  silent: wire.silent,
  truncated: wire.truncated,
  truncatedChunked: wire.truncatedChunked,
  truncatedWithoutLength: wire.truncatedWithoutLength,
  reset: wire.reset,
  stalled: wire.stalled,
  slow: wire.slow,

  missingData: json('{"code":200,"status":"OK"}'),
  emptyPage: instead(content.emptyPage),
  repeatedRows: instead(content.repeatedRows),
  wrongTotal: instead(content.wrongTotal),
  spoiledRows: instead(content.spoiledRows),
  hostileNames: instead(content.hostileRows),
}

function instead(fault: content.ContentFault): wire.WireFault {
  return (response: ServerResponse, answer: Answer, rule: FaultRule) => wire.send(response, fault(answer, rule))
}

function refusal(status: number, message: string): wire.WireFault {
  const mayCarryRetryAfter = status === 429 || status === 503
  return instead((_, rule) => errorAnswer(status, message, mayCarryRetryAfter ? (rule.retryAfterSeconds ?? 1) : 0))
}

function json(text: string): wire.WireFault {
  return instead((answer) => ({ ...answer, body: Buffer.from(text) }))
}

function firstHalf({ body }: Answer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2))
}

function flipMiddleByte(body: Buffer): Buffer {
  const copy = Buffer.from(body)
  const middle = Math.floor(copy.length / 2)
  copy.writeUInt8(copy.readUInt8(middle) ^ 0xff, middle)
  return copy
}
