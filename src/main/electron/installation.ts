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
  /** See `HostPorts`. */
  diskProgram: URL
  /** See `DeskPorts`. */
  tableProgram: URL
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
    diskProgram: pathToFileURL(join(root, 'out', 'main', 'disk-worker.js')),
    tableProgram: pathToFileURL(join(root, 'out', 'main', 'table-worker.js')),
  }
}
