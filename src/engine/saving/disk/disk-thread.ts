import { Worker } from 'node:worker_threads'
import {
  type DiskRequest,
  type NumberedReply,
  type NumberedRequest,
  type DiskResult,
  unpackError,
} from './disk-messages.ts'
import type { Disk } from './disk.ts'

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
        // A crashed thread can remove nothing; the next run will.
        await request({ act: 'discard', path }).catch(() => undefined)
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
