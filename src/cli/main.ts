import process from 'node:process'
import { isNodeNewEnough, runOnOwnNode } from './required-node.ts'
import { runCommandLine } from './run-command-line.ts'
import { createProcessTerminal, drainStreams } from './terminal/process-terminal.ts'

if (!isNodeNewEnough()) process.exit(await runOnOwnNode(process.argv.slice(1)))

const besideThis = (file: string): URL => new URL(file, import.meta.url)
const isBuilt = import.meta.url.endsWith('.js')
const packageFile = besideThis(isBuilt ? 'package.json' : '../../package.json')
const launcher = besideThis(process.platform === 'win32' ? 'bin/parcel-desk.cmd' : 'bin/parcel-desk')
const thirdParties = besideThis(isBuilt ? 'third-parties.json' : '../../out/cli/third-parties.json')
const diskProgram = besideThis(isBuilt ? 'disk-worker.js' : '../engine/saving/disk/disk-worker.ts')
const pacProgram = besideThis(isBuilt ? 'pac-worker.js' : '../adapters/network/pac/pac-worker.ts')
const exitCode = await runCommandLine(
  process.argv.slice(2),
  createProcessTerminal({ packageFile, diskProgram, pacProgram, launcher, thirdParties }),
)
// An open connection, or a keychain that never answers, must not keep an unattended run alive; but piped output has to be
// flushed first.
await drainStreams()
process.exit(exitCode)
