import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, nativeImage, shell, type BrowserWindow, type FileFilter, type OpenDialogOptions } from 'electron'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { FoldersPort } from '../../desk/desk-ports.ts'

interface NativeFoldersOptions {
  window: () => BrowserWindow | undefined
  /** What is seen under the mouse while files are dragged; macOS drags nothing without it. */
  dragIcon: string
}

/** Dialogs, readers and file browser of the system. */
export function createNativeFolders({ window, dragIcon }: NativeFoldersOptions): FoldersPort {
  const choose = async (options: OpenDialogOptions): Promise<string | undefined> => {
    const owner = window()
    const asked = owner === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(owner, options)
    const { canceled, filePaths } = await asked
    return canceled ? undefined : filePaths[0]
  }
  return {
    chooseFolder: (title, startAt) =>
      choose({
        title,
        properties: ['openDirectory', 'createDirectory'],
        ...(startAt === undefined ? {} : { defaultPath: startAt }),
      }),
    chooseFile: (title, extensions) =>
      choose({ title, properties: ['openFile'], filters: filtersOf(title, extensions) }),
    chooseNewFile: (title, suggestedName) => chooseNewFile(window(), title, suggestedName),
    open: async (path) => {
      requireExisting(path)
      const refusal = await shell.openPath(path)
      if (refusal !== '') throw new AppError({ tag: 'folder-refused', folder: path, reason: refusal, next: NO_READER })
    },
    showInFolder: async (path) => {
      requireExisting(path)
      shell.showItemInFolder(path)
    },
    drag: async (paths) => {
      const [file] = paths
      if (file === undefined) return
      for (const path of paths) requireExisting(path)
      window()?.webContents.startDrag({ file, files: [...paths], icon: nativeImage.createFromPath(dragIcon) })
    },
  }
}

const NO_READER = 'Choose a program for such files in the settings of the system, or open it from its folder.'

async function chooseNewFile(
  owner: BrowserWindow | undefined,
  title: string,
  suggestedName: string,
): Promise<string | undefined> {
  const options = { title, defaultPath: join(app.getPath('downloads'), suggestedName) }
  const asked = owner === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(owner, options)
  const { canceled, filePath } = await asked
  return canceled || filePath === '' ? undefined : filePath
}

/** Everything else stays choosable: a certificate may have any ending. */
function filtersOf(name: string, extensions: readonly string[]): FileFilter[] {
  return [
    { name, extensions: [...extensions] },
    { name: 'All files', extensions: ['*'] },
  ]
}

function requireExisting(path: string): void {
  if (!existsSync(path)) throw new AppError({ tag: 'folder-gone', folder: path })
}
