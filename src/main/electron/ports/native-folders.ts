import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, nativeImage, shell, BrowserWindow, type FileFilter, type OpenDialogOptions } from 'electron'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { FoldersPort } from '../../desk/desk-ports.ts'

interface NativeFoldersOptions {
  window: () => BrowserWindow | undefined
  /** Shown under the pointer while files are dragged, in its own size; macOS does not drag without one. */
  dragIcon: string
}

/** The system's dialogs, default programs and file manager. */
export function createNativeFolders({ window, dragIcon }: NativeFoldersOptions): FoldersPort {
  const choose = async (options: OpenDialogOptions): Promise<string | undefined> => {
    const owner = window()
    const result = owner === undefined ? dialog.showOpenDialog(options) : dialog.showOpenDialog(owner, options)
    const { canceled, filePaths } = await result
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
      // Begun in the window with the focus, which may be the second one.
      const owner = BrowserWindow.getFocusedWindow() ?? window()
      owner?.webContents.startDrag({ file, files: [...paths], icon: nativeImage.createFromPath(dragIcon) })
    },
  }
}

const NO_READER = 'Choose a program for such files in the system settings, or open it from its folder.'

async function chooseNewFile(
  owner: BrowserWindow | undefined,
  title: string,
  suggestedName: string,
): Promise<string | undefined> {
  const options = { title, defaultPath: join(app.getPath('downloads'), suggestedName) }
  const result = owner === undefined ? dialog.showSaveDialog(options) : dialog.showSaveDialog(owner, options)
  const { canceled, filePath } = await result
  return canceled || filePath === '' ? undefined : filePath
}

/** Other files can still be chosen: a certificate may have any extension. */
function filtersOf(name: string, extensions: readonly string[]): FileFilter[] {
  return [
    { name, extensions: [...extensions] },
    { name: 'All files', extensions: ['*'] },
  ]
}

function requireExisting(path: string): void {
  if (!existsSync(path)) throw new AppError({ tag: 'folder-gone', folder: path })
}
