import { utilityProcess } from 'electron'
import type { TextAnswer, TextProcessPort, TextReady } from '../../../engine/ports/text-process.ts'

/** Utility processes that run the entry `pdf-worker.ts`: the program itself cannot be started as plain Node (its fuses forbid it). */
export function nativeTextProcesses(program: string): TextProcessPort {
  return () => {
    const child = utilityProcess.fork(program, [], { serviceName: 'Text of documents', stdio: 'ignore' })
    return {
      send: (request) => child.postMessage(request, []),
      onAnswer: (listener) => void child.on('message', (answer: TextAnswer | TextReady) => listener(answer)),
      onExit: (listener) => void child.on('exit', listener),
      kill: () => void child.kill(),
    }
  }
}
