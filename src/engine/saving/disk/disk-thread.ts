import { Worker } from 'node:worker_threads'
import type { Disk } from './disk.ts'
import {
  type DiskOrder,
  type NumberedAnswer,
  type NumberedOrder,
  type OrderResult,
  unpackError,
} from './disk-messages.ts'

export interface DiskThread extends Disk {
  /** False while it starts, which may take as long as some documents, and once it broke. */
  isReady(): boolean
  /** Ends the thread; nothing may be under way. */
  stop(): Promise<void>
}

/**
 * The disk on a thread of its own: hashing and the file system's six calls a document leave the first thread to the
 * network (docs/decisions/disk-thread.md).
 */
export function startDiskThread(program: URL): DiskThread {
  const worker = new Worker(program)
  const { ask, isReady } = createAsking(worker)
  return {
    isReady,
    newFile: (path) => ({
      write: async (chunks) => {
        await ask({ act: 'write', path, chunks: chunks.map(ownMemory) })
      },
      finish: async (chunks) => String(await ask({ act: 'finish', path, chunks: chunks.map(ownMemory) })),
      discard: async () => {
        // A thread that is gone can remove nothing; the next run does it.
        await ask({ act: 'discard', path }).catch(() => undefined)
      },
    }),
    placeNew: async (path, target) => (await ask({ act: 'place', path, target })) === true,
    stop: async () => {
      await worker.terminate()
    },
  }
}

interface Asking {
  ask(order: DiskOrder): Promise<OrderResult>
  isReady(): boolean
}

/** Gives orders and brings each its answer; all of them fail when the thread does. */
function createAsking(worker: Worker): Asking {
  const waiting = new Map<number, PromiseWithResolvers<OrderResult>>()
  let lastId = 0
  let hasSpoken = false
  let broken: Error | undefined
  const breakOff = (error: Error): void => {
    broken ??= error
    for (const { reject } of waiting.values()) reject(broken)
    waiting.clear()
  }
  worker.on('error', breakOff)
  worker.on('exit', () => {
    breakOff(new Error('the disk thread ended'))
  })
  worker.on('message', (answers: NumberedAnswer[]) => {
    hasSpoken = true
    for (const { id, answer } of answers) {
      const asked = waiting.get(id)
      waiting.delete(id)
      if ('error' in answer) asked?.reject(unpackError(answer.error))
      else asked?.resolve(answer.result)
    }
  })
  const ask: Asking['ask'] = (order) => {
    if (broken !== undefined) return Promise.reject(broken)
    const asked = Promise.withResolvers<OrderResult>()
    lastId += 1
    waiting.set(lastId, asked)
    const message: NumberedOrder = { id: lastId, order }
    worker.postMessage(message, 'chunks' in order ? [...order.chunks] : [])
    return asked.promise
  }
  return { ask, isReady: () => hasSpoken && broken === undefined }
}

/** The memory of a chunk, copied where it shares it with others: handing it over would take theirs too. */
function ownMemory({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer
  const copy = new Uint8Array(byteLength)
  copy.set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy.buffer
}
