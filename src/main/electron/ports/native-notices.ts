import { app, type BrowserWindow, nativeImage, Notification } from 'electron'
import type { NotifyPort } from '../../desk/desk-ports.ts'
import { noticeBody } from './notice-body.ts'

/** More than a system keeps in its own list; clicking an older notification does nothing. */
const MAX_HELD = 50

interface NativeNoticesOptions {
  window: () => BrowserWindow | undefined
  /** Drawn over the taskbar icon on Windows, which shows no number. */
  badgeIcon: string
}

/**
 * System notifications and the number on the icon. While the window has the focus, the page itself shows what is new, so no
 * notification is raised.
 */
export function createNativeNotices({ window, badgeIcon }: NativeNoticesOptions): NotifyPort {
  // Referenced here because a garbage-collected notification ignores clicks.
  const held: Notification[] = []
  const letGo = (notice: Notification): void => {
    const at = held.indexOf(notice)
    if (at >= 0) held.splice(at, 1)
  }
  return {
    show: ({ title, body }, onOpened) => {
      if (!Notification.isSupported() || window()?.isFocused() === true) return
      const notice = new Notification({ title, body: noticeBody(body) })
      notice.on('click', () => {
        letGo(notice)
        onOpened()
      })
      notice.on('close', () => letGo(notice))
      held.push(notice)
      if (held.length > MAX_HELD) held.shift()
      notice.show()
    },
    setBadge: (unread) => {
      if (process.platform !== 'win32') {
        app.setBadgeCount(unread)
        return
      }
      const icon = unread === 0 ? null : nativeImage.createFromPath(badgeIcon)
      window()?.setOverlayIcon(icon, unread === 0 ? '' : `${unread} unread`)
    },
  }
}
