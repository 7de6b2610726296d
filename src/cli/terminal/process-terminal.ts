import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createSystemClock } from '../../adapters/system-clock.ts'
import { environmentSecrets, forgetPasswords, forgetProxyPasswords } from '../../engine/base/environment-secrets.ts'
import { createLogger, type Logger } from '../../engine/base/logger.ts'
import { keepHeapSmall } from '../../engine/base/small-heap.ts'
import type { Terminal } from './terminal.ts'

/** On Windows SIGHUP means a closed window; elsewhere it is left alone for `nohup`. */
const SIGNALS =
  process.platform === 'win32' ? (['SIGINT', 'SIGBREAK', 'SIGHUP'] as const) : (['SIGINT', 'SIGTERM'] as const)
/** The first stops, the second aborts, the third exits at once. */
const LAST_INTERRUPT = 3
const INTERRUPTED = 130
/** As kill(2) has it: every process that Ctrl+Z would stop, such as the others of a pipe. */
const OWN_GROUP = 0

interface ProgramFiles {
  /** Contains the version. */
  packageFile: URL
  /** See `HostPorts`. */
  diskProgram: URL
  /** See `createHostNetwork`. */
  certificatesProgram: URL
  /** See `Terminal`. */
  pdfProgram: URL
  /** See `Terminal`. */
  thirdParties: URL
  /** What the installer puts beside it to start it; absent in a checkout. */
  launcher: URL
}

/** The terminal of this process. */
export function createProcessTerminal(files: ProgramFiles): Terminal {
  const { packageFile, diskProgram, certificatesProgram, pdfProgram } = files
  const { stdin, stdout, stderr } = process
  const env = takeEnvironment()
  const workingDir = process.cwd()
  const version = readVersion(packageFile)
  const knowing = (logger: Logger): void => {
    for (const secret of environmentSecrets(env)) logger.addSecret(secret)
  }
  return {
    version,
    thirdPartyFile: fileURLToPath(files.thirdParties),
    pdfProgram,
    installationNotice: async () => {
      if (!existsSync(files.launcher)) return undefined
      return await (await import('../../adapters/both-installed.ts')).bothInstalled()
    },
    clock: createSystemClock(),
    env,
    workingDir,
    stdin,
    stdout,
    stderr,
    onInterrupt,
    suspend: () => void process.kill(OWN_GROUP, 'SIGTSTP'),
    onContinued: (listener) => {
      process.on('SIGCONT', listener)
      return () => process.off('SIGCONT', listener)
    },
    onUncaught,
    openLog: async (options) => {
      const { openTerminalLog } = await import('./terminal-ports.ts')
      const logger = createLogger(await openTerminalLog(options, { stderr, workingDir }))
      knowing(logger)
      return logger
    },
    openDesk: async (options) => {
      const [{ createTerminalPorts }, { createParcelDesk }] = await Promise.all([
        import('./terminal-ports.ts'),
        import('../../engine/create-parcel-desk.ts'),
      ])
      const ports = await createTerminalPorts(options, { stderr, env, workingDir, certificatesProgram, pdfProgram })
      const desk = createParcelDesk({ ...ports, diskProgram, version })
      knowing(desk.logger)
      keepHeapSmall()
      return desk
    },
  }
}

/** Resolves when piped output has been flushed and the process may exit. */
export async function drainStreams(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))),
  )
}

/** Copies the environment and removes the passwords from the process, so that no report and no child process has them. */
function takeEnvironment(): Terminal['env'] {
  const env = copyEnvironment(process.env)
  forgetPasswords(process.env)
  forgetProxyPasswords(process.env)
  process.report.excludeEnv = true
  return env
}

function onInterrupt(listener: () => void): () => void {
  let times = 0
  const onSignal = (): void => {
    times += 1
    if (times >= LAST_INTERRUPT) process.exit(INTERRUPTED)
    listener()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return () => {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

function onUncaught(listener: (error: unknown) => void): () => void {
  // Includes unhandled rejections.
  process.on('uncaughtException', listener)
  // With nothing open that could still happen, Node ends with 13 and says nothing that a user understands.
  const onIdle = (): void => listener(new Error('nothing is left that could end this run'))
  process.once('beforeExit', onIdle)
  return () => {
    process.off('uncaughtException', listener)
    process.off('beforeExit', onIdle)
  }
}

function readVersion(packageFile: URL): string {
  const described: unknown = JSON.parse(readFileSync(packageFile, 'utf8'))
  const hasVersion = typeof described === 'object' && described !== null && 'version' in described
  return hasVersion ? String(described.version) : 'unknown'
}

/** A copy of the environment in which names of Windows are found however they were spelled: there, in capitals. */
export function copyEnvironment(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  if (process.platform !== 'win32') return { ...env }
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]))
}
