import { ipcMain, type BrowserWindow, type WebFrameMain } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL, type Reply } from '../../../shared/contract/bridge.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Desk } from '../../desk/desk.ts'
import { DESK_ORIGIN } from './app-scheme.ts'

const REFUSED: Reply = {
  isOk: false,
  failure: describeFailure({
    tag: 'bad-usage',
    message: 'The call did not come from the window of Parcel Desk.',
    next: 'Close Parcel Desk and start it again.',
  }),
}

/** Connects a desk to its windows: calls and events over two channels. */
export function connectPages(desk: Pick<Desk, 'router' | 'events'>, windows: () => readonly BrowserWindow[]): void {
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Reply> => {
    // Read first: it becomes null once the frame has navigated away.
    const { senderFrame } = event
    return windows().some((window) => isTrustedFrame(senderFrame, window))
      ? await desk.router.answer(name, input)
      : REFUSED
  })
  // Events sent while the page loads are lost; the page then takes a snapshot.
  desk.events.listen((event) => {
    for (const page of windows()) if (!page.isDestroyed()) page.webContents.send(EVENT_CHANNEL, event)
  })
}

/**
 * True only for the main frame of one of our windows with our origin: not for a frame inside it, another window, a page it has
 * navigated to, or a frame that is already gone (null).
 */
function isTrustedFrame(frame: WebFrameMain | null, window: BrowserWindow): boolean {
  if (frame === null || window.isDestroyed()) return false
  try {
    return frame === window.webContents.mainFrame && frame.origin === DESK_ORIGIN
  } catch {
    // Electron throws on any property of a disposed frame.
    return false
  }
}
