import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAmqpLink } from '../../src/adapters/amqp/amqp-link.ts'
import { createLogFile } from '../../src/adapters/log-file.ts'
import { forkTextProcesses } from '../../src/adapters/pdf/fork-text-process.ts'
import { createHttp } from '../../src/adapters/node-http.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { Desk } from '../../src/main/desk/desk.ts'
import { createDesk } from '../../src/main/desk/create-desk.ts'
import type { DeskPorts, HostFacts } from '../../src/main/desk/desk-ports.ts'
import { fixedPolicy } from '../../src/engine/policy/open-policy.ts'
import type { SecretsPort } from '../../src/engine/ports/host-ports.ts'
import { makeFolder } from '../../src/engine/files/file-system.ts'
import { createMemorySecrets } from '../support/memory-secrets.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { createRecordedNotices, type RecordedNotices } from '../support/recorded-notices.ts'
import { createScriptedPower, type ScriptedPower } from '../support/scripted-power.ts'
import { slowDesk } from '../support/slow-host.ts'
import { WITHOUT_WINDOWS } from '../support/without-windows.ts'
import { createShellFolders, type ShellFolders } from './shell-folders.ts'
import { type AnswerPage, serveShell, type ShellAddress, type ShellServer } from './shell-server.ts'

const PAGE_DIR = join(PROJECT_ROOT, 'out', 'renderer')

/** Ports that a test overrides. */
export interface ShellPorts {
  /** Memory unless given. */
  secrets?: SecretsPort
  http?: DeskPorts['http']
  clock?: DeskPorts['clock']
  link?: DeskPorts['link']
  network?: NonNullable<DeskPorts['network']>
  policy?: DeskPorts['policy']
  /** None unless given: then updates are not available. */
  updater?: NonNullable<DeskPorts['updater']>
  /** What the page is told that carries it: `shell` unless given. */
  hostKind?: HostFacts['kind']
  /** How the page writes dates and numbers: as its browser is set, unless given. */
  systemRegion?: string
}

export interface ShellOptions extends ShellPorts {
  dataDir: string
  /** 0 for any free port. */
  port?: number
  /** Where it is served instead, after others. */
  address?: ShellAddress | undefined
  /** The page that is served there instead of the built one. */
  answerPage?: AnswerPage | undefined
  demo?: HostFacts['demo']
  /** The folder that dialogs choose if no answer is scripted. */
  savedDir: string
  onAsked?: (line: string) => void
}

export interface Shell extends Pick<ShellServer, 'url' | 'isOpened'> {
  desk: Desk
  folders: ShellFolders
  /** The desktop notifications, and the number on the icon. */
  notices: RecordedNotices
  power: ScriptedPower
  close(): Promise<void>
}

/** The desk with the same services, handlers and page as in Electron, carried by loopback HTTP. */
export async function startShell(options: ShellOptions): Promise<Shell> {
  const isBuilt = options.answerPage !== undefined || existsSync(join(PAGE_DIR, 'index.html'))
  if (!isBuilt) throw new Error('The page is not built: npm run build:desktop')
  const { dataDir, savedDir, onAsked = () => undefined } = options
  const folders = createShellFolders(savedDir, onAsked)
  const logDir = join(dataDir, 'logs')
  const [notices, power] = [createRecordedNotices(), createScriptedPower()]
  const desk = slowDesk(
    createDesk({
      http: options.http ?? createHttp,
      link: options.link ?? createAmqpLink(),
      ...(options.network === undefined ? {} : { network: options.network }),
      ...(options.updater === undefined ? {} : { updater: options.updater }),
      secrets: options.secrets ?? createMemorySecrets(),
      clock: options.clock ?? createSystemClock(),
      silenceClock: createSystemClock(),
      log: createLogFile({ file: join(logDir, 'shell.log'), makeFolder }),
      paths: { dataDir },
      // The shell obeys no policy of the computer that it runs on.
      policy: options.policy ?? fixedPolicy(),
      folders,
      reader: WITHOUT_WINDOWS,
      power,
      notify: notices,
      tableProgram: pathToFileURL(join(PROJECT_ROOT, 'src', 'engine', 'tables', 'table-worker.ts')),
      textProcess: forkTextProcesses(pathToFileURL(join(PROJECT_ROOT, 'src/adapters/pdf/pdf-worker.ts'))),
      packProgram: pathToFileURL(join(PROJECT_ROOT, 'src', 'engine', 'pack', 'pack-worker.ts')),
      // A shell is only for whoever started it: every question is answered with yes and printed.
      confirm: ({ message }) => Promise.resolve(onAsked(message)).then(() => true),
      host: {
        kind: options.hostKind ?? 'shell',
        ...(options.systemRegion === undefined ? {} : { systemRegion: options.systemRegion }),
        version: process.env['npm_package_version'] ?? '0.0.0',
        versions: [],
        logDir,
        demo: options.demo ?? null,
        pageDir: PAGE_DIR,
        thirdPartyFile: join(PROJECT_ROOT, 'out', 'main', 'third-parties.json'),
      },
    }),
  )
  await desk.start()
  const server = options.address?.serve(desk, options.answerPage) ?? (await serveShell(desk, options.port ?? 0))
  return {
    url: server.url,
    isOpened: server.isOpened,
    desk,
    folders,
    notices,
    power,
    close: async () => {
      await server.close()
      await desk.stop()
    },
  }
}
