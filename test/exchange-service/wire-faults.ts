import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { TLSSocket } from 'node:tls'
import { largePdfAround } from '../support/large-pdf.ts'
import type { Answer } from './answers.ts'
import type { FaultRule } from './fault-rules.ts'

/** Writes an answer, or what is left of it, to the connection. */
export type WireFault = (response: ServerResponse, answer: Answer, rule: FaultRule) => void

/** Time for the bytes before a reset to arrive; a reset throws away what the other side has not read. */
const resetDelayMs = 20
const megabyte = 1024 * 1024

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  response.end(answer.body)
}

/** Closed in order after a part of the declared length. */
export const truncated: WireFault = (response, answer) => {
  writePart(response, answer, { 'content-length': answer.body.length })
}

export const truncatedChunked: WireFault = (response, answer) => {
  writePart(response, answer, { 'transfer-encoding': 'chunked' })
}

/** Only the end of the file itself can tell that this is not all of it: neither length nor chunks say so (T22). */
export const truncatedWithoutLength: WireFault = (response, answer) => {
  response.useChunkedEncodingByDefault = false
  writePart(response, answer, {})
}

/** Everything arrives in good order, and yet the last part of the file is missing. */
export const withoutEnd: WireFault = (response, answer) => send(response, { ...answer, body: partOf(answer) })

/** Fewer bytes declared than sent: a client that trusts the length keeps a file without its end. */
export const wrongLengthShort: WireFault = (response, answer) => {
  response.writeHead(answer.status, { ...answer.headers, connection: 'close', 'content-length': partOf(answer).length })
  response.end(answer.body)
}

/** More bytes declared than there are. */
export const wrongLengthLong: WireFault = (response, answer) => {
  response.writeHead(answer.status, {
    ...answer.headers,
    connection: 'close',
    'content-length': answer.body.length + 1000,
  })
  response.write(answer.body, () => response.socket?.end())
}

export const reset: WireFault = (response, answer) => {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  response.write(partOf(answer), () => setTimeout(() => resetConnection(response), resetDelayMs))
}

/** Hung up without a word. */
export const dropped: WireFault = (response) => response.socket?.destroy()

/** Never answers; the connection stays open until the client gives up or the service closes. */
export const silent: WireFault = () => undefined

export const stalled: WireFault = (response, answer) => {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  response.write(partOf(answer))
}

export const slow: WireFault = (response, answer, rule) =>
  void sendSlowly(response, answer, rule.bytesPerSecond ?? 65_536)

/** A valid answer with a piece of text in it that no client should hold in memory. */
export const hugeJson: WireFault = (response, answer, rule) =>
  void sendPadded(response, answer, rule.bytes ?? 64 * megabyte)

/** A whole document of one page, with more bytes than anybody should hold in memory. */
export const largePdf: WireFault = (response, answer, rule) =>
  void sendLarge(response, answer, rule.bytes ?? 500_000_000)

async function sendLarge(response: ServerResponse, answer: Answer, unusedBytes: number): Promise<void> {
  const { start, end } = largePdfAround(unusedBytes)
  const length = start.length + unusedBytes + end.length
  response.writeHead(answer.status, { ...answer.headers, 'content-length': length })
  response.write(start)
  await writeRepeatedly(response, Buffer.alloc(megabyte), unusedBytes)
  response.end(end)
}

async function writeRepeatedly(response: ServerResponse, piece: Buffer, bytes: number): Promise<void> {
  for (let left = bytes; left > 0 && !response.destroyed; left -= piece.length) {
    if (!response.write(piece.subarray(0, left))) await drained(response)
  }
}

async function sendSlowly(response: ServerResponse, answer: Answer, bytesPerSecond: number): Promise<void> {
  const pauseMs = 20
  const pieceBytes = Math.max(1, Math.round((bytesPerSecond * pauseMs) / 1000))
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  for (let sent = 0; sent < answer.body.length && !response.destroyed; sent += pieceBytes) {
    response.write(answer.body.subarray(sent, sent + pieceBytes))
    await delay(pauseMs)
  }
  response.end()
}

async function sendPadded(response: ServerResponse, answer: Answer, bytes: number): Promise<void> {
  const text = answer.body.toString()
  const isList = text.startsWith('[')
  response.writeHead(answer.status, answer.headers)
  response.write(`${text.slice(0, -1)}${isList ? ',{"padding":"' : ',"padding":"'}`)
  await writeRepeatedly(response, Buffer.alloc(megabyte, 'x'), bytes)
  response.end(isList ? '"}]' : '"}')
}

/** Until there is room again, or nobody to send to. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}

function writePart(response: ServerResponse, answer: Answer, headers: Record<string, string | number>): void {
  response.writeHead(answer.status, { ...answer.headers, connection: 'close', ...headers })
  response.write(partOf(answer), () => response.socket?.end())
}

function partOf({ body }: Answer): Buffer {
  return body.subarray(0, Math.floor(body.length * 0.6))
}

/** TLS sockets cannot send a reset of their own; losing the connection without its goodbye comes close. */
function resetConnection({ socket }: ServerResponse): void {
  if (socket instanceof TLSSocket) socket.destroy()
  else if (socket instanceof Socket) socket.resetAndDestroy()
}
