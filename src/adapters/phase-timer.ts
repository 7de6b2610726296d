import type http from 'node:http'
import { AppError } from '../shared/errors/app-error.ts'
import type { HttpTimeouts } from '../engine/ports/host-ports.ts'

type Phase = 'connection' | 'answer' | 'more bytes'

export interface PhaseTimer {
  enter(phase: Phase): void
  /** Something came: the silence starts anew. */
  touch(): void
  stop(): void
}

/**
 * Destroys the request when a phase lasts too long. The clock starts when the request has a socket, so that waiting
 * for a free connection is no fault of the service.
 */
export function createPhaseTimer(request: http.ClientRequest, endpoint: string, timeouts: HttpTimeouts): PhaseTimer {
  const limits: Record<Phase, number> = {
    connection: timeouts.connectMs,
    answer: timeouts.answerMs,
    'more bytes': timeouts.idleMs,
  }
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const enter = (phase: Phase): void => {
    stop()
    timer = setTimeout(() => {
      request.destroy(new AppError({ tag: 'timed-out', endpoint, waitedFor: phase, timeoutMs: limits[phase] }))
    }, limits[phase])
  }
  request.on('socket', (socket) => {
    if (!socket.connecting) {
      enter('answer')
      return
    }
    enter('connection')
    const connected = 'encrypted' in socket ? 'secureConnect' : 'connect'
    socket.once(connected, () => {
      if (timer !== undefined) enter('answer')
    })
  })
  request.on('close', stop)
  return { enter, stop, touch: () => timer?.refresh() }
}
