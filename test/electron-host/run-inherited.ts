import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ownProgram } from '../runner/own-program.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'

/** Runs a program on this terminal to its end, and tells its exit code; 1 where it could not be started or was killed. */
export async function runInherited(program: string, parameters: readonly string[]): Promise<number> {
  const child = spawn(...ownProgram(program, parameters), { cwd: PROJECT_ROOT, stdio: 'inherit' })
  // A terminal sends Ctrl+C to both; the child knows what to do, and this process only waits for it.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  const [code]: unknown[] = await once(child, 'close').catch(() => [])
  return typeof code === 'number' ? code : 1
}
