import { runStep } from '../runner/run-step.ts'

const CLI = ['build', '--config', 'cli.vite.config.ts', '--logLevel', 'warn']
/** Program and workers, in this order: the first empties their folder. */
export const CLI_BUILDS = [
  { program: 'vite', parameters: CLI },
  { program: 'vite', parameters: [...CLI, '--mode', 'workers'] },
]
const BUILDS = [{ program: 'electron-vite', parameters: ['build', '--logLevel', 'warn'] }, ...CLI_BUILDS]

/** Builds desktop and command line anew, so that what is packed is what the sources say. Throws what a failed build says. */
export async function buildAll(): Promise<void> {
  for (const build of BUILDS) {
    const outcome = await runStep(build)
    if (!outcome.succeeded) throw new Error(outcome.output)
  }
}
