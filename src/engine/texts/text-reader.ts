import type { TextAnswer, TextProcess, TextProcessPort, TextRequest } from '../ports/text-process.ts'

export interface TextReader {
  /** One at a time. Undefined once it is stopped. Rejects where no process can be started, which is no fault of a document. */
  read(request: TextRequest): Promise<TextAnswer | undefined>
  /** Ends the process, also in the middle of a document. */
  stop(): void
}

/** A process may be ended for what is no fault of its document, as by a system that is short of memory. */
const ATTEMPTS = 3

/** Reads documents in a process that it starts when there is one to read, and again where it ended. */
export function createTextReader(start: TextProcessPort): TextReader {
  let running: TextProcess | undefined
  let waiting: PromiseWithResolvers<TextAnswer | undefined> | undefined
  let isStopped = false
  const startOne = (): TextProcess => {
    const started = start()
    let isReady = false
    started.onAnswer((answer) => {
      if (answer.kind === 'ready') isReady = true
      else waiting?.resolve(answer)
    })
    started.onExit(() => {
      if (running !== started) return
      running = undefined
      if (isReady) waiting?.resolve(undefined)
      else waiting?.reject(new Error('the program that reads saved documents does not start'))
    })
    return started
  }
  return {
    read: async (request) => {
      for (let attempt = 1; attempt <= ATTEMPTS && !isStopped; attempt += 1) {
        waiting = Promise.withResolvers()
        running ??= startOne()
        running.send(request)
        const answer = await waiting.promise
        if (answer !== undefined) return answer
      }
      return isStopped ? undefined : { kind: 'read', pages: [], flaw: 'It ends the program that reads it.' }
    },
    stop: () => {
      isStopped = true
      const last = running
      running = undefined
      last?.kill()
      waiting?.resolve(undefined)
    },
  }
}
