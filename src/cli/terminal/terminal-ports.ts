import path from 'node:path'
import { createAmqpLink } from '../../adapters/amqp/amqp-link.ts'
import { createAmqpPublisher } from '../../adapters/amqp/amqp-publisher.ts'
import { dataFolderNotices } from '../../adapters/data-folder-notices.ts'
import { createKeychain } from '../../adapters/keychain/keychain.ts'
import { createLogFile } from '../../adapters/log-file.ts'
import { createHostNetwork, type HostNetworkOptions } from '../../adapters/network/host-network.ts'
import { createNetworkProbe } from '../../adapters/network/network-probe.ts'
import { forkTextProcesses } from '../../adapters/pdf/fork-text-process.ts'
import { createHttp } from '../../adapters/node-http.ts'
import { systemPolicy } from '../../adapters/policy/system-policy.ts'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { openPolicy } from '../../engine/policy/open-policy.ts'
import type { HostPorts, LogLevel, LogPort } from '../../engine/ports/host-ports.ts'
import { makeFolder } from '../../engine/files/file-system.ts'
import type { DeskOptions, Terminal } from './terminal.ts'

/** Where its options lead from, and where its log is shown. */
type TerminalPlace = Pick<Terminal, 'stderr' | 'workingDir'>

/** The engine's ports on a command line. */
export async function createTerminalPorts(
  options: DeskOptions,
  terminal: TerminalPlace &
    Pick<Terminal, 'env' | 'pdfProgram'> &
    Required<Pick<HostNetworkOptions, 'certificatesProgram'>>,
): Promise<HostPorts> {
  const { env, certificatesProgram, pdfProgram } = terminal
  const clock = createSystemClock()
  const readingPolicy = openPolicy(systemPolicy(process.env), clock)
  const [dataDir, policy] = await Promise.all([findDataDir(options, terminal), readingPolicy])
  const network = createHostNetwork({ policy, env, clock, certificatesProgram })
  return {
    network,
    http: (given) => createHttp(given, network),
    link: createAmqpLink({ network }),
    publisher: createAmqpPublisher(network),
    secrets: createKeychain(),
    clock,
    log: createTerminalLog(dataDir, { ...options, lowestLevel: policy.current().values.LogLevel }, terminal),
    paths: { dataDir, notices: dataFolderNotices(dataDir, process.env) },
    policy,
    textProcess: forkTextProcesses(pdfProgram),
    probe: createNetworkProbe(network),
  }
}

/** The log of a run that has failed before the engine was open, as its engine would have written it. */
export async function openTerminalLog(options: DeskOptions, terminal: TerminalPlace): Promise<LogPort> {
  const readingPolicy = openPolicy(systemPolicy(process.env), createSystemClock())
  const [dataDir, policy] = await Promise.all([findDataDir(options, terminal), readingPolicy])
  return createTerminalLog(dataDir, { ...options, lowestLevel: policy.current().values.LogLevel }, terminal)
}

/** The data folder: as given, or the user's, which the desktop uses too. Absolute. */
async function findDataDir({ dataDir }: DeskOptions, { workingDir }: TerminalPlace): Promise<string> {
  if (dataDir !== undefined) return path.resolve(workingDir, dataDir)
  const { userDataFolder } = await import('../../adapters/data-folder.ts')
  return userDataFolder()
}

interface TerminalLogOptions extends DeskOptions {
  /** As the organisation has set it. */
  lowestLevel: LogLevel | null
}

/** The log in the data folder or in --log-file; with --verbose on the terminal too. */
function createTerminalLog(
  dataDir: string,
  { logFile, isVerbose, lowestLevel }: TerminalLogOptions,
  { stderr, workingDir }: TerminalPlace,
): LogPort {
  const file = path.resolve(workingDir, logFile ?? path.join(dataDir, 'logs', 'parcel-desk.log'))
  const log = createLogFile({ file, lowestLevel: lowestLevel ?? (isVerbose ? 'debug' : 'info'), makeFolder })
  if (!isVerbose) return log
  return {
    isDetailed: true,
    write: (level, line) => {
      log.write(level, line)
      stderr.write(`${line}\n`)
    },
  }
}
