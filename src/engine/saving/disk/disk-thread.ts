import { type MessagePort, Worker } from 'node:worker_threads'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { packError, type PackedError, unpackError } from '../../threads/packed-error.ts'
import { type Disk, ownThreadDisk } from './disk.ts'
import type { NewFile } from './part-files.ts'

export interface DiskThread extends Disk {
  /** False while it starts, which takes as long as fetching several documents, and after it has crashed. */
  isReady(): boolean
  /** Ends the thread; no request may be pending. */
  stop(): Promise<void>
}

/**
 * The disk on its own thread: it takes hashing and six file system calls per document off the main thread, which is left
 * to the network (docs/decisions/disk-thread.md).
 */
export function startDiskThread(program: URL): DiskThread {
  const worker = new Worker(program)
  const { request, isReady } = createRequestChannel(worker)
  return {
    isReady,
    newFile: (path) => ({
      write: async (chunks) => {
        await request({ act: 'write', path, chunks: chunks.map(ownMemory) })
      },
      finish: async (chunks) => String(await request({ act: 'finish', path, chunks: chunks.map(ownMemory) })),
      discard: async () => {
        await request({ act: 'discard', path }).catch(
          ignoring('a crashed thread can remove nothing; the next run will'),
        )
      },
    }),
    placeNew: async (path, target) => (await request({ act: 'place', path, target })) === true,
    stop: async () => {
      await worker.terminate()
    },
  }
}

interface RequestChannel {
  request(request: DiskRequest): Promise<DiskResult>
  isReady(): boolean
}

/** Sends requests and resolves each with its reply; all of them fail when the thread does. */
function createRequestChannel(worker: Worker): RequestChannel {
  const pending = new Map<number, PromiseWithResolvers<DiskResult>>()
  let lastId = 0
  let isListening = false
  let crash: Error | undefined
  const failAll = (error: Error): void => {
    crash ??= error
    for (const { reject } of pending.values()) reject(crash)
    pending.clear()
  }
  worker.on('error', failAll)
  worker.on('exit', () => {
    failAll(new Error('the disk thread ended'))
  })
  worker.on('message', (replies: NumberedReply[]) => {
    isListening = true
    for (const { id, reply } of replies) {
      const request = pending.get(id)
      pending.delete(id)
      if ('error' in reply) request?.reject(unpackError(reply.error))
      else request?.resolve(reply.result)
    }
  })
  const send: RequestChannel['request'] = (request) => {
    if (crash !== undefined) return Promise.reject(crash)
    const { promise, resolve, reject } = Promise.withResolvers<DiskResult>()
    lastId += 1
    pending.set(lastId, { promise, resolve, reject })
    const message: NumberedRequest = { id: lastId, request }
    worker.postMessage(message, 'chunks' in request ? [...request.chunks] : [])
    return promise
  }
  return { request: send, isReady: () => isListening && crash === undefined }
}

/** A chunk's own memory; copied where other chunks share it, since transferring would take theirs too. */
function ownMemory({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer
  const copy = new Uint8Array(byteLength)
  copy.set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy.buffer
}

/** A request to the disk thread. Chunks are transferred, not copied. */
type DiskRequest =
  | { act: 'write' | 'finish'; path: string; chunks: readonly ArrayBuffer[] }
  | { act: 'discard'; path: string }
  | { act: 'place'; path: string; target: string }

/** The SHA-256 for `finish`, whether the file was placed for `place`, otherwise undefined. */
type DiskResult = string | boolean | undefined

type DiskReply = { result: DiskResult } | { error: PackedError }

interface NumberedRequest {
  id: number
  request: DiskRequest
}

interface NumberedReply {
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
