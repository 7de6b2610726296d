import { type MessagePort, type ResourceLimits, Worker } from 'node:worker_threads'
import { type TimeLimit, untilAborted, withinTime } from '../base/async.ts'
import { packError, type PackedError, unpackError } from './packed-error.ts'

interface AskingOptions {
  resourceLimits?: ResourceLimits
  limit?: TimeLimit
  signal?: AbortSignal | undefined
  onStep?: ((done: number) => void) | undefined
  /** What is told in place of what ended the thread. */
  crashed: (thrown: unknown) => Error
}

type ThreadNews<Answer> = { done: number } | { answer: Answer } | { error: PackedError }

/** One thread for one task, so that nothing of the task outlives it. Fails with interrupted, with what the task throws, and as the options say. */
export async function askThread<Answer>(
  program: URL,
  task: unknown,
  { resourceLimits, limit, signal, onStep, crashed }: AskingOptions,
): Promise<Answer> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const worker = new Worker(program, { resourceLimits })
  worker.on('message', (news: ThreadNews<Answer>) => {
    if ('done' in news) onStep?.(news.done)
    else if ('error' in news) reject(unpackError(news.error))
    else resolve(news.answer)
  })
  worker.once('error', (thrown) => reject(crashed(thrown)))
  worker.once('exit', () => reject(new Error('the thread ended early')))
  worker.postMessage(task, [])
  try {
    return await untilAborted(limit === undefined ? promise : withinTime(promise, limit), signal)
  } finally {
    await worker.terminate()
  }
}

/** Does the one task of a thread. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as with `askThread`, both sides agree on it
export function serveTask<Task>(
  port: MessagePort,
  execute: (task: Task, onStep: (done: number) => void) => unknown,
): void {
  const tell = (news: ThreadNews<unknown>): void => port.postMessage(news, [])
  port.once('message', (task: Task) => {
    Promise.resolve()
      .then(() => execute(task, (done) => tell({ done })))
      .then(
        (answer) => tell({ answer }),
        (thrown: unknown) => tell({ error: packError(thrown) }),
      )
  })
}
