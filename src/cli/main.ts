import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { createProcessTerminal, drainStreams } from './process-terminal.ts'
import { isNodeNewEnough, runOnOwnNode } from './required-node.ts'
import { runCommandLine } from './run-command-line.ts'

if (!isNodeNewEnough()) process.exit(await runOnOwnNode(process.argv.slice(1)))

// Left alone the collector lets the heap grow while there is memory, and a save of 20,000 documents then peaks at twice
// the size, for no gain in time (measured). A nursery that stays small and a heap that grows by less than half keep it flat.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=40')

const besideThis = (file: string): URL => new URL(file, import.meta.url)
const isBuilt = import.meta.url.endsWith('.js')
const diskProgram = besideThis(isBuilt ? 'disk-worker.js' : '../main/saving/disk-worker.ts')
const exitCode = await runCommandLine(
  process.argv.slice(2),
  createProcessTerminal(besideThis('../../package.json'), diskProgram),
)
// An open connection or a keychain that never answers must not keep an unattended run alive; what was written to a pipe
// has to be out first.
await drainStreams()
process.exit(exitCode)
