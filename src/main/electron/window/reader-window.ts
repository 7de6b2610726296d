import type { BrowserWindow, RenderProcessGoneDetails } from 'electron'
import type { ReaderPort } from '../../desk/desk-ports.ts'
import type { Installation } from '../installation.ts'
import { READER_PAGE } from '../page/app-scheme.ts'
import { createPageWindow } from './desk-window.ts'
import { openPage, showWindow } from './show-and-hide.ts'
import type { WindowSizes } from './window-place.ts'

/** Narrower than the main window: one page of a document is enough. */
const SIZES: WindowSizes = { min: { width: 480, height: 400 }, first: { width: 1000, height: 1000 } }

interface ReaderWindowOptions {
  installation: Installation
  /** The file that keeps the window's position. */
  placeFile: string
  /** The process of its page ended on its own. */
  onLost: (details: RenderProcessGoneDetails) => void
}

export interface ReaderWindow extends ReaderPort {
  /** Undefined while it is closed. */
  window(): BrowserWindow | undefined
}

/** The second window: one at most, where it was last. */
export function createReaderWindow(options: ReaderWindowOptions): ReaderWindow {
  let window: BrowserWindow | undefined
  return {
    window: () => window,
    open: async (onClosed) => {
      if (window !== undefined) {
        showWindow(window)
        return null
      }
      const opened = createPageWindow({ ...options, sizes: SIZES })
      window = opened
      opened.on('closed', () => {
        window = undefined
        onClosed()
      })
      // It shows nothing that is lost with it, and the main window has the way back.
      opened.webContents.on('render-process-gone', (_event, details) => {
        options.onLost(details)
        opened.destroy()
      })
      try {
        await openPage(opened, READER_PAGE)
      } catch (thrown) {
        // It would be an empty window, or one that nobody sees.
        opened.destroy()
        throw thrown
      }
      return null
    },
    close: () => {
      window?.close()
      return Promise.resolve()
    },
  }
}
