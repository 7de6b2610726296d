import { app, type BrowserWindow, nativeImage, Notification } from 'electron'
import type { NotifyPort } from '../../desk/desk-ports.ts'
import { noticeBody } from './notice-body.ts'

/** More than a system keeps in its own list; the oldest is let go, and can then only be read in the inbox. */
const MAX_HELD = 50

interface NativeNoticesOptions {
  window: () => BrowserWindow | undefined
  /** Drawn over the icon of the task bar on Windows, which has no number for it. */
  badgeIcon: string
}

/**
 * Notifications of the system and the number on the icon. Whoever looks at the window is told by the page instead: twice
 * would be once too often.
 */
export function createNativeNotices({ window, badgeIcon }: NativeNoticesOptions): NotifyPort {
  // One that nothing holds is collected, and a click on it then does nothing.
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
