import type http from 'node:http'
import type { BodyReceiver, HttpHead } from '../engine/ports/http.ts'
import type { PhaseTimer } from './phase-timer.ts'

export interface Reception {
  receiver: BodyReceiver
  timer: PhaseTimer
  /** For what the connection does. */
  fail: (thrown: unknown) => void
  /** For what the receiver throws. */
  drop: (thrown: unknown) => void
  resolve: () => void
}

/** Hands head and body on; a chunk that the receiver holds back pauses the socket and the idle timer with it. */
export function receiveAnswer(answer: http.IncomingMessage, reception: Reception): void {
  const { receiver, timer, fail, drop, resolve } = reception
  timer.enter('more bytes')
  answer.on('error', fail)
  try {
    receiver.head(headOf(answer))
  } catch (thrown) {
    drop(thrown)
    return
  }
  let isDone = false
  let held: Promise<void> | undefined
  const finish = (): void => {
    if (isDone && held === undefined) resolve()
  }
  answer.on('data', (chunk: Buffer) => {
    timer.touch()
    try {
      held = receiver.data(chunk)
    } catch (thrown) {
      drop(thrown)
      return
    }
    if (held === undefined) return
    answer.pause()
    timer.stop()
    held.then(() => {
      held = undefined
      timer.enter('more bytes')
      answer.resume()
      finish()
    }, drop)
  })
  answer.on('end', () => {
    timer.stop()
    isDone = true
    finish()
  })
}

function headOf(answer: http.IncomingMessage): HttpHead {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { status: answer.statusCode ?? 0, headers }
}
