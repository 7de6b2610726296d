import process from 'node:process'
import { createProcessTerminal } from './process-terminal.ts'
import { runCommandLine } from './run-command-line.ts'

const exitCode = await runCommandLine(
  process.argv.slice(2),
  createProcessTerminal(new URL('../../package.json', import.meta.url)),
)
// An open connection or a keychain that never answers must not keep an unattended run alive; what was written to a pipe
// has to be out first.
await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))))
process.exit(exitCode)
