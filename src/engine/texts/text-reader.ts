import type { TextAnswer, TextProcess, TextProcessPort, TextRequest } from '../ports/text-process.ts'

export interface TextReader {
  /** One at a time. Undefined once it is stopped. */
  read(request: TextRequest): Promise<TextAnswer | undefined>
  /** Ends the process, also in the middle of a document. */
  stop(): void
}

/** A process may be ended for what is no fault of its document, as by a system that is short of memory. */
const ATTEMPTS = 3

/** Reads documents in a process that it starts when there is one to read, and again where it ended. */
export function createTextReader(start: TextProcessPort): TextReader {
  let running: TextProcess | undefined
  let settle: (answer: TextAnswer | undefined) => void = () => undefined
  let isStopped = false
  const startOne = (): TextProcess => {
    const started = start()
    started.onAnswer((answer) => settle(answer))
    started.onExit(() => {
      if (running !== started) return
      running = undefined
      settle(undefined)
    })
    return started
  }
  return {
    read: async (request) => {
      for (let attempt = 1; attempt <= ATTEMPTS && !isStopped; attempt += 1) {
        const { promise, resolve } = Promise.withResolvers<TextAnswer | undefined>()
        settle = resolve
        running ??= startOne()
        running.send(request)
        const answer = await promise
        if (answer !== undefined) return answer
      }
      return isStopped ? undefined : { kind: 'read', pages: [], flaw: 'It ends the program that reads it.' }
    },
    stop: () => {
      isStopped = true
      const last = running
      running = undefined
      last?.kill()
      settle(undefined)
    },
  }
}
