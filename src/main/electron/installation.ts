import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

/** Paths of the files that the package contains; `package.json` and `electron-builder.yml` put them there. */
export interface Installation {
  packageFile: string
  preload: string
  /** The built page. */
  renderer: string
  icon: string
  trayIcon: string
  badgeIcon: string
  /** As large as files are dragged; Electron takes the one of twice the size where the screen has twice the pixels. */
  dragIcon: string
  /** See `HostPorts`. */
  diskProgram: URL
  /** See `DeskPorts`. */
  tableProgram: URL
  /** See `createHostNetwork`. */
  certificatesProgram: URL
  /** The entry that reads texts (`adapters/pdf/pdf-worker.ts`). */
  pdfProgram: string
  /** See `HostFacts`. */
  thirdPartyFile: string
  /** Node, and the command line that it runs. */
  commandLine: { program: string; script: string }
  /** See `HostPorts`. */
  checkProgram: URL
  /** See `HostPorts`. */
  packProgram: URL
}

/** Finds them in the checkout or in the package's archive. */
export function findInstallation(): Installation {
  const root = app.getAppPath()
  const icons = join(root, 'resources', 'icons')
  return {
    packageFile: join(root, 'package.json'),
    preload: join(root, 'out', 'preload', 'preload.cjs'),
    renderer: join(root, 'out', 'renderer'),
    icon: join(icons, 'icon.png'),
    trayIcon: join(icons, process.platform === 'darwin' ? 'tray-template.png' : 'tray.png'),
    badgeIcon: join(icons, 'badge.png'),
    dragIcon: join(icons, 'drag.png'),
    diskProgram: pathToFileURL(join(root, 'out', 'main', 'disk-worker.js')),
    tableProgram: pathToFileURL(join(root, 'out', 'main', 'table-worker.js')),
    certificatesProgram: pathToFileURL(join(root, 'out', 'main', 'certificates-worker.js')),
    pdfProgram: join(root, 'out', 'main', 'pdf-worker.js'),
    thirdPartyFile: join(root, 'out', 'main', 'third-parties.json'),
    commandLine: findCommandLine(root),
    checkProgram: pathToFileURL(join(root, 'out', 'main', 'database-check-worker.js')),
    packProgram: pathToFileURL(join(root, 'out', 'main', 'pack-worker.js')),
  }
}

/**
 * In the package with its own Node (electron-builder.yml); in a checkout with the one that npm installs, or else, as on a
 * Mac, for which npm has none, with the one on the path.
 */
function findCommandLine(root: string): Installation['commandLine'] {
  const node = process.platform === 'win32' ? 'node.exe' : 'node'
  if (!app.isPackaged) {
    const installed = join(root, 'node_modules', 'node', 'bin', node)
    return { program: existsSync(installed) ? installed : node, script: join(root, 'out', 'cli', 'main.js') }
  }
  const folder = join(process.resourcesPath, 'cli')
  return { program: join(folder, node), script: join(folder, 'main.js') }
}
