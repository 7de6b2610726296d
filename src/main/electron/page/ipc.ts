import { ipcMain, type BrowserWindow, type WebFrameMain } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL, type Reply } from '../../../shared/contract/bridge.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Desk } from '../../desk/create-desk.ts'
import { DESK_ORIGIN } from './app-scheme.ts'

const REFUSED: Reply = {
  isOk: false,
  failure: describeFailure({
    tag: 'bad-usage',
    message: 'The call did not come from the window of Parcel Desk.',
    next: 'Close Parcel Desk and start it again.',
  }),
}

/** Carries calls and events between a desk and its one window, over two channels. */
export function connectPage(desk: Pick<Desk, 'router' | 'events'>, window: () => BrowserWindow | undefined): void {
  ipcMain.handle(CALL_CHANNEL, async (event, name: unknown, input: unknown): Promise<Reply> => {
    // Read before anything else: once the frame has gone elsewhere it is null.
    const { senderFrame } = event
    return isTrustedFrame(senderFrame, window()) ? await desk.router.answer(name, input) : REFUSED
  })
  // What is sent while the page loads is lost; it takes a snapshot when it is there.
  desk.events.listen((event) => {
    const page = window()
    if (page !== undefined && !page.isDestroyed()) page.webContents.send(EVENT_CHANNEL, event)
  })
}

/**
 * True for the page itself: the main frame of our window, with our origin. A frame inside it, another window, a page that
 * it was led to, and a frame that is gone already (null) are strangers.
 */
function isTrustedFrame(frame: WebFrameMain | null, window: BrowserWindow | undefined): boolean {
  if (frame === null || window === undefined || window.isDestroyed()) return false
  try {
    return frame === window.webContents.mainFrame && frame.origin === DESK_ORIGIN
  } catch {
    // Electron throws at every property of a frame that was disposed of in the meantime.
    return false
  }
}
