import { type MessagePort, Worker } from 'node:worker_threads'
import { AppError, badUsage, failureOf, messageOf } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import { errorCode } from '../files/file-system.ts'
import type { PackRun, PackTask, WrittenPack } from './pack-task.ts'
import { writePack } from './write-pack.ts'

type PackNews =
  | { kind: 'progress'; done: number }
  | { kind: 'done'; written: WrittenPack }
  /** `code` is that of the file system, whose errors lose theirs on the way. */
  | { kind: 'failed'; failure: Failure | undefined; code: string; message: string }

/** As `writePack`, on a thread for this pack alone, which an abort ends at once. */
export async function writePackOnThread(
  program: URL,
  task: PackTask,
  { onProgress, signal }: PackRun,
): Promise<WrittenPack> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPack>()
  const worker = new Worker(program)
  const abort = (): void => reject(new AppError({ tag: 'interrupted' }))
  worker.on('message', (news: PackNews) => {
    if (news.kind === 'progress') onProgress?.(news.done)
    else if (news.kind === 'done') resolve(news.written)
    else reject(thrownOnThread(news))
  })
  worker.once('error', (thrown) => {
    const isTooMuch = errorCode(thrown) === 'ERR_WORKER_OUT_OF_MEMORY'
    const next = 'Make it a folder or a zip, or of fewer documents.'
    reject(isTooMuch ? badUsage('These documents take more memory than a pack may.', next) : thrown)
  })
  worker.once('exit', () => reject(new Error('the pack thread ended early')))
  signal?.addEventListener('abort', abort, { once: true })
  try {
    if (signal?.aborted === true) abort()
    else worker.postMessage(task, [])
    return await promise
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

function thrownOnThread({ failure, code, message }: Extract<PackNews, { kind: 'failed' }>): Error {
  return failure === undefined ? Object.assign(new Error(message), { code }) : new AppError(failure)
}

/** Writes the one pack of a thread. */
export function servePackTask(port: MessagePort): void {
  const tell = (news: PackNews): void => port.postMessage(news)
  port.once('message', (task: PackTask) => {
    writePack(task, { onProgress: (done) => tell({ kind: 'progress', done }) }).then(
      (written) => tell({ kind: 'done', written }),
      (thrown: unknown) =>
        tell({ kind: 'failed', failure: failureOf(thrown), code: errorCode(thrown), message: messageOf(thrown) }),
    )
  })
}
