import { ipcMain, type BrowserWindow } from 'electron'
import { CALL_CHANNEL, EVENT_CHANNEL } from '../../../shared/contract/bridge.ts'
import type { Reply } from '../../../shared/contract/reply.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Desk } from '../../desk/create-desk.ts'
import { isTrustedFrame } from './trusted-frame.ts'

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
