import type { MessagePort } from 'node:worker_threads'
import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { errorCode } from '../../files/disk-codes.ts'
import { ownThreadDisk } from './disk.ts'
import type { NewFile } from './new-file.ts'

/** A request to the disk thread. Chunks are transferred, not copied. */
export type DiskRequest =
  | { act: 'write' | 'finish'; path: string; chunks: readonly ArrayBuffer[] }
  | { act: 'discard'; path: string }
  | { act: 'place'; path: string; target: string }

/** The SHA-256 for `finish`, whether the file was placed for `place`, otherwise undefined. */
export type DiskResult = string | boolean | undefined

type DiskReply = { result: DiskResult } | { error: PackedError }

/** An error as it crosses threads: a structured clone would keep only its message. */
interface PackedError {
  message: string
  code: string
  failure: Failure | undefined
}

export interface NumberedRequest {
  id: number
  request: DiskRequest
}

export interface NumberedReply {
  id: number
  reply: DiskReply
}

/**
 * Executes the requests that arrive at the port, concurrently; replies are sent in batches. The first batch is empty and
 * says that the thread is listening.
 */
export function serveDiskRequests(port: MessagePort): void {
  const files = new Map<string, NewFile>()
  let replies: NumberedReply[] = []
  const send = (): void => {
    port.postMessage(replies)
    replies = []
  }
  const replyTo = (id: number, reply: DiskReply): void => {
    if (replies.length === 0) setImmediate(send)
    replies.push({ id, reply })
  }
  setImmediate(send)
  port.on('message', ({ id, request }: NumberedRequest) => {
    execute(files, request).then(
      (result) => {
        replyTo(id, { result })
      },
      (thrown: unknown) => {
        replyTo(id, { error: packError(thrown) })
      },
    )
  })
}

async function execute(files: Map<string, NewFile>, request: DiskRequest): Promise<DiskResult> {
  const { act, path } = request
  if (act === 'place') return await ownThreadDisk.placeNew(path, request.target)
  const file = files.get(path) ?? ownThreadDisk.newFile(path)
  if (act === 'discard') {
    files.delete(path)
    await file.discard()
    return undefined
  }
  files.set(path, file)
  const chunks = request.chunks.map((chunk) => new Uint8Array(chunk))
  if (act === 'write') {
    await file.write(chunks)
    return undefined
  }
  const sha256 = await file.finish(chunks)
  files.delete(path)
  return sha256
}

function packError(thrown: unknown): PackedError {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { message, code: errorCode(thrown), failure: failureOf(thrown) }
}

/** Restores the error with its message, code and failure, which is all that callers read. */
export function unpackError({ message, code, failure }: PackedError): Error {
  if (failure !== undefined) return new AppError(failure)
  return Object.assign(new Error(message), code === '' ? {} : { code })
}
