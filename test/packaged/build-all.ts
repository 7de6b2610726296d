import { runStep } from '../runner/run-step.ts'

const BUILDS = [
  { program: 'electron-vite', parameters: ['build', '--logLevel', 'warn'] },
  { program: 'vite', parameters: ['build', '--config', 'cli.vite.config.ts', '--logLevel', 'warn'] },
]

/** Builds desktop and command line anew, so that what is packed is what the sources say. Throws what a failed build says. */
export async function buildAll(): Promise<void> {
  for (const build of BUILDS) {
    const outcome = await runStep(build)
    if (!outcome.succeeded) throw new Error(outcome.output)
  }
}
