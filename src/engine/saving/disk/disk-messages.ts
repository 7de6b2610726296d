import type { MessagePort } from 'node:worker_threads'
import { AppError, failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { ownThreadDisk } from './disk.ts'
import { diskCode } from '../../files/disk-codes.ts'
import type { NewFile } from './new-file.ts'

/** What one thread asks of the disk thread. Chunks come as memory that changes hands, so that nothing is copied. */
export type DiskOrder =
  | { act: 'write' | 'finish'; path: string; chunks: readonly ArrayBuffer[] }
  | { act: 'discard'; path: string }
  | { act: 'place'; path: string; target: string }

/** The SHA-256 of a finished file, whether a file was placed, nothing for the others. */
export type OrderResult = string | boolean | undefined

type DiskAnswer = { result: OrderResult } | { error: PackedError }

/** An error as it passes between threads: of what is hung onto one only its text would arrive. */
interface PackedError {
  message: string
  code: string
  failure: Failure | undefined
}

export interface NumberedOrder {
  id: number
  order: DiskOrder
}

export interface NumberedAnswer {
  id: number
  answer: DiskAnswer
}

/**
 * Carries out the orders that come through the port, side by side; answers go back together, some at a time. The first of
 * them, without any answer, says that it listens.
 */
export function serveDiskOrders(port: MessagePort): void {
  const files = new Map<string, NewFile>()
  let answers: NumberedAnswer[] = []
  const send = (): void => {
    port.postMessage(answers)
    answers = []
  }
  const answerTo = (id: number, answer: DiskAnswer): void => {
    if (answers.length === 0) setImmediate(send)
    answers.push({ id, answer })
  }
  setImmediate(send)
  port.on('message', ({ id, order }: NumberedOrder) => {
    executeOrder(files, order).then(
      (result) => {
        answerTo(id, { result })
      },
      (thrown: unknown) => {
        answerTo(id, { error: packError(thrown) })
      },
    )
  })
}

async function executeOrder(files: Map<string, NewFile>, order: DiskOrder): Promise<OrderResult> {
  const { act, path } = order
  if (act === 'place') return await ownThreadDisk.placeNew(path, order.target)
  const file = files.get(path) ?? ownThreadDisk.newFile(path)
  if (act === 'discard') {
    files.delete(path)
    await file.discard()
    return undefined
  }
  files.set(path, file)
  const chunks = order.chunks.map((chunk) => new Uint8Array(chunk))
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
  return { message, code: diskCode(thrown), failure: failureOf(thrown) }
}

/** The error as it was thrown, as far as anybody asks. */
export function unpackError({ message, code, failure }: PackedError): Error {
  if (failure !== undefined) return new AppError(failure)
  return Object.assign(new Error(message), code === '' ? {} : { code })
}
