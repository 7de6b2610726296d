import { join } from 'node:path'
import { app, type BrowserWindow, dialog, type MessageBoxOptions, session } from 'electron'
import { createAmqpLink } from '../../../adapters/amqp/amqp-link.ts'
import { dataFolderNotices } from '../../../adapters/data-folder-notices.ts'
import { createKeychain } from '../../../adapters/keychain/keychain.ts'
import { createLogFile } from '../../../adapters/log-file.ts'
import { createHostNetwork } from '../../../adapters/network/host-network.ts'
import { createNetworkProbe } from '../../../adapters/network/network-probe.ts'
import { createHttp } from '../../../adapters/node-http.ts'
import { createSystemClock } from '../../../adapters/system-clock.ts'
import { makeFolder } from '../../../engine/files/file-system.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import type { ConfirmPort, DeskPorts, HostFacts } from '../../desk/desk-ports.ts'
import type { Installation } from '../installation.ts'
import { createNativeFolders } from './native-folders.ts'
import { createNativeNotices } from './native-notices.ts'
import { createNativePower } from './power.ts'
import { nativeTextProcesses } from './text-processes.ts'
import { createScriptProxy, createSystemProxy } from './system-proxy.ts'

interface ElectronPortsOptions {
  dataDir: string
  demo: HostFacts['demo']
  installation: Installation
  window: () => BrowserWindow | undefined
  reader: DeskPorts['reader']
  policy: DeskPorts['policy']
  updater?: DeskPorts['updater']
  /** What to say of the installation itself. */
  notice?: string | undefined
  /** Tells the user something of this system, on the page. */
  tell?: (notice: Problem) => void
}

const VERSIONS = ['electron', 'chrome', 'node', 'v8', 'sqlite', 'openssl'] as const

/** The desk's ports over Electron and the adapters. Call only once the application is ready. */
export function createElectronPorts(parts: ElectronPortsOptions): DeskPorts {
  const { dataDir, demo, installation, window, reader, policy, notice, updater, tell = () => undefined } = parts
  const clock = createSystemClock()
  const system = createSystemProxy((url) => session.defaultSession.resolveProxy(url), clock)
  // Of its own, in memory, so that a script decides for nothing else.
  const script = createScriptProxy(() => session.fromPartition('proxy-script'), clock)
  const { certificatesProgram } = installation
  const network = createHostNetwork({ policy, env: process.env, clock, certificatesProgram, system, script })
  const logDir = join(dataDir, 'logs')
  const installationNotices = notice === undefined ? [] : [{ where: 'Installation', message: notice }]
  return {
    network,
    http: (options) => createHttp(options, network),
    link: createAmqpLink({ network }),
    secrets: createKeychain(),
    clock,
    // Not the command line's file: two processes must not rotate the same log.
    log: createLogFile({
      file: join(logDir, 'desktop.log'),
      lowestLevel: policy.current().values.LogLevel ?? 'info',
      makeFolder,
    }),
    paths: { dataDir, notices: [...dataFolderNotices(dataDir, process.env), ...installationNotices] },
    policy,
    notify: createNativeNotices({ window, badgeIcon: installation.badgeIcon, tell }),
    power: createNativePower(),
    diskProgram: installation.diskProgram,
    tableProgram: installation.tableProgram,
    checkProgram: installation.checkProgram,
    packProgram: installation.packProgram,
    textProcess: nativeTextProcesses(installation.pdfProgram),
    ...(updater === undefined ? {} : { updater }),
    version: app.getVersion(),
    probe: createNetworkProbe(network),
    confirm: createNativeQuestions(window),
    reader,
    folders: createNativeFolders({ window, dragIcon: installation.dragIcon }),
    host: {
      kind: 'desktop',
      version: app.getVersion(),
      versions: versions(),
      logDir,
      systemRegion: app.getSystemLocale(),
      demo,
      pageDir: installation.renderer,
      thirdPartyFile: installation.thirdPartyFile,
    },
  }
}

export function versions(): { name: string; version: string }[] {
  return VERSIONS.map((name) => ({ name, version: process.versions[name] ?? 'none' }))
}

/** Questions in a system message box, over the window if there is one. Closing it, and Return, decline. */
function createNativeQuestions(window: () => BrowserWindow | undefined): ConfirmPort {
  return async ({ message, detail, action }) => {
    const box: MessageBoxOptions = {
      type: 'question',
      message,
      detail,
      buttons: [action, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    const owner = window()
    const { response } =
      owner === undefined ? await dialog.showMessageBox(box) : await dialog.showMessageBox(owner, box)
    return response === 0
  }
}
