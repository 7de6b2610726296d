import { spawn } from 'node:child_process'
import path from 'node:path'

const PROGRAM = path.join(import.meta.dirname, '../../src/cli/main.ts')

/** Runs the command line from source at this terminal; fails when it does not end with 0. */
export async function runProgram(words: string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, ...words], { env: { ...process.env, ...env }, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`“parcel-desk ${words.join(' ')}” ended with ${code ?? 'a signal'}.`)
}
