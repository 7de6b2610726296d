import { spawn } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { expect } from 'vitest'

/** A shell at a pseudo-terminal, as a person has it. */
export interface ShellAtTerminal {
  type(keys: string): void
  /** Waits until the shell or its program has shown this after what was waited for before; returns the last group. */
  shows(text: RegExp): Promise<string>
  /** All that the screen has shown. */
  screen(): string
  close(): Promise<void>
}

/** Opens bash with its job control; `script` of util-linux makes the terminal. Ended with `close`. */
export function openShell(folder: string, env: Record<string, string | undefined>): ShellAtTerminal {
  const shell = spawn('script', ['--quiet', '--command', 'exec bash --norc --noprofile -i', '/dev/null'], {
    cwd: folder,
    env: { ...env, TERM: 'xterm', HISTFILE: undefined, PS1: 'ready$ ' },
  })
  let shown = ''
  let seen = 0
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += stripVTControlCharacters(text)
  })
  const ended = new Promise((resolve) => shell.once('close', resolve))
  return {
    type: (keys) => void shell.stdin.write(keys),
    shows: async (text) => {
      await expect.poll(() => shown.slice(seen)).toMatch(text)
      const found = text.exec(shown.slice(seen))
      seen += (found?.index ?? 0) + (found?.[0].length ?? 0)
      return found?.at(-1) ?? ''
    },
    screen: () => shown,
    close: async () => {
      // The end of its terminal ends the shell and what it has started.
      shell.kill()
      await ended
    },
  }
}
