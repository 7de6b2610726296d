import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { hostPort } from '../../../shared/text/addresses.ts'
import { AppError, failureOf, messageOf } from '../../../shared/errors/app-error.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import { withinTime } from '../../../engine/base/async.ts'
import { errorCode } from '../../../engine/files/file-system.ts'
import { readUntrusted } from '../../../engine/files/open-untrusted.ts'
import type { ClockPort } from '../../../engine/ports/clock.ts'
import type { HttpPort } from '../../../engine/ports/http.ts'
import type { FindWays, Place } from '../network.ts'
import { readScriptAnswer, type Way } from '../ways.ts'
import type { PacAnswer, PacQuestion } from './run-pac.ts'

/** As browsers allow. */
const MAX_SCRIPT_BYTES = 1024 * 1024
/** The thread starts, looks names up, and answers; one that builds large things in small steps is ended only by this. */
const MAX_ANSWER_MS = 10_000
/** A second guard, for Electron does not test it: the sandbox has the first. */
const MAX_HEAP_MB = 128
/** A script is asked again after this, and read again too: it may have changed, as may the network. */
const KEPT_MS = 5 * 60_000

interface PacOptions {
  /** The entry of the thread, `pac-worker.ts`. */
  program: URL
  clock: Pick<ClockPort, 'wait' | 'monotonicMs'>
  /** Straight, without any proxy. Opened when it is needed, and closed again. */
  http: () => HttpPort
}

/** The ways that the script at an address names. They fail with service-unreachable, which says what is wrong with it. */
export function createPac({ program, clock, http }: PacOptions): (url: string) => FindWays {
  const kept = new Map<string, { untilMs: number; ways: Promise<Way[]> }>()
  const ask = async (url: string, place: Place): Promise<Way[]> => {
    const origin = `https://${hostPort(place)}`
    const flawed = (flaw: string): AppError =>
      new AppError({
        tag: 'service-unreachable',
        origin,
        reason: `the proxy script ${plainText(url, 200)} ${plainText(flaw, 200)}; ask your IT department to repair it`,
      })
    const script = await readScript(url, http).catch((thrown: unknown) => {
      throw flawed(`cannot be read: ${whyUnread(thrown)}`)
    })
    const lateError = (): Error => flawed(`gives no answer within ${MAX_ANSWER_MS / 1_000} seconds`)
    const question = { script, url: `${origin}/`, host: place.host }
    const answer = await askThread(program, question, (work) =>
      withinTime(work, { clock, timeMs: MAX_ANSWER_MS, lateError }),
    )
    if ('flaw' in answer) throw flawed(answer.flaw)
    return readScriptAnswer(answer.answer, origin)
  }
  return (url) => async (place) => {
    const key = `${url} ${hostPort(place)}`
    const known = kept.get(key)
    if (known !== undefined && known.untilMs > clock.monotonicMs()) return await known.ways
    const ways = ask(url, place)
    kept.set(key, { untilMs: clock.monotonicMs() + KEPT_MS, ways })
    // A failure is not kept: the file server may be back in a moment.
    ways.catch(() => kept.delete(key))
    return await ways
  }
}

async function readScript(url: string, http: () => HttpPort): Promise<string> {
  const address = new URL(url)
  if (address.protocol === 'file:') {
    return await readUntrusted(fileURLToPath(address), MAX_SCRIPT_BYTES, { followsLinks: true })
  }
  const client = http()
  const request = { method: 'GET', url: address, endpoint: 'the proxy script', headers: {} } as const
  try {
    const { status, body } = await client.request(request, MAX_SCRIPT_BYTES)
    if (status !== 200) throw new Error(`its server answered ${status}`)
    return body.toString('utf8')
  } finally {
    client.close()
  }
}

const TOO_LARGE = 'it is larger than 1 MB'

function whyUnread(thrown: unknown): string {
  const failure = failureOf(thrown)
  if (failure?.tag === 'unreadable-answer') return TOO_LARGE
  if (failure !== undefined && 'reason' in failure) return failure.reason
  if (failure?.tag === 'timed-out') return 'its server does not answer'
  return messageOf(thrown)
}

function whyEnded(thrown: unknown): string {
  const isTooLarge = errorCode(thrown) === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge ? 'takes more memory than a proxy script needs' : `could not be run: ${messageOf(thrown)}`
}

/** One thread for one question, so that nothing of a script outlives its answer. */
async function askThread(
  program: URL,
  question: PacQuestion,
  inTime: (work: Promise<PacAnswer>) => Promise<PacAnswer>,
): Promise<PacAnswer> {
  // Of its own, or the thread would have the passwords of the environment.
  const worker = new Worker(program, { env: {}, resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } })
  const { promise, resolve } = Promise.withResolvers<PacAnswer>()
  worker.once('message', resolve)
  worker.once('error', (thrown) => resolve({ flaw: whyEnded(thrown) }))
  worker.once('exit', () => resolve({ flaw: 'ends without an answer' }))
  worker.postMessage(question, [])
  try {
    return await inTime(promise)
  } finally {
    await worker.terminate()
  }
}
