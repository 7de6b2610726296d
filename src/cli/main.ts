import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { EXIT_CODES } from '../shared/errors/exit-code.ts'
import { isNodeNewEnough, runOnOwnNode } from './required-node.ts'
import { runCommandLine } from './run-command-line.ts'
import { createProcessTerminal, drainStreams } from './terminal/process-terminal.ts'

/** Only an entry may: the bundler leaves its place, and moves every other file. */
const besideThis = (file: string): URL => new URL(file, import.meta.url)
/** Where npm installs the Node that package.json requires, seen from the source and from the build; absent in an installed package. */
const ownNode = besideThis(`../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`)
if (!isNodeNewEnough()) process.exit(await runOnOwnNode(ownNode, process.argv.slice(1)))

// Node would print every header that is sent, and only a new process has it not: it is read before any code of ours.
if ((process.env['NODE_DEBUG'] ?? '') !== '') {
  delete process.env['NODE_DEBUG']
  process.exit(await runOnOwnNode(pathToFileURL(process.execPath), process.argv.slice(1)))
}

const isBuilt = import.meta.url.endsWith('.js')
const packageFile = besideThis(isBuilt ? 'package.json' : '../../package.json')
const launcher = besideThis(process.platform === 'win32' ? 'bin/parcel-desk.cmd' : 'bin/parcel-desk')
const thirdParties = besideThis(isBuilt ? 'third-parties.json' : '../../out/cli/third-parties.json')
const diskProgram = besideThis(isBuilt ? 'disk-worker.js' : '../engine/saving/disk/disk-worker.ts')
const certificatesProgram = besideThis(
  isBuilt ? 'certificates-worker.js' : '../adapters/network/certificates-worker.ts',
)
const pdfProgram = besideThis(isBuilt ? 'pdf-worker.js' : '../adapters/pdf/pdf-worker.ts')
// Where a wait below could never end, Node would choose 13, which is in no table.
process.exitCode = EXIT_CODES.internal
const exitCode = await runCommandLine(
  process.argv.slice(2),
  createProcessTerminal({
    packageFile,
    diskProgram,
    certificatesProgram,
    pdfProgram,
    launcher,
    thirdParties,
  }),
)
// An open connection, or a keychain that never answers, must not keep an unattended run alive; but piped output has to be
// flushed first.
await drainStreams()
process.exit(exitCode)
