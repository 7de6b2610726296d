import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TextAnswer, TextProcessPort, TextReady } from '../../engine/ports/text-process.ts'

/** Processes of plain Node that run the entry `pdf-worker.ts`. */
export function forkTextProcesses(program: URL): TextProcessPort {
  return () => {
    const child = fork(fileURLToPath(program), [], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    return {
      // Where it has just ended, its end is told too.
      send: (request) => void child.send(request, () => undefined),
      onAnswer: (listener) => void child.on('message', (answer: TextAnswer | TextReady) => listener(answer)),
      onExit: (listener) => {
        child.on('error', listener)
        child.on('exit', listener)
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
}
