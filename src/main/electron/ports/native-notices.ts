import { app, type BrowserWindow, nativeImage, Notification } from 'electron'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { plainText } from '../../../shared/text/plain-text.ts'
import type { NotifyPort } from '../../desk/desk-ports.ts'
import { noticeBody } from './notice-body.ts'

/** More than a system keeps in its own list; clicking an older notification does nothing. */
const MAX_HELD = 50
const MAX_REASON = 200

const WHERE_NEWS_IS =
  'What is new stays in the inbox. Look there, or allow notifications of Parcel Desk in the settings of the system.'

interface NativeNoticesOptions {
  window: () => BrowserWindow | undefined
  /** Drawn over the taskbar icon on Windows, which shows no number. */
  badgeIcon: string
  /** Tells the user on the page. */
  tell: (notice: Problem) => void
}

/**
 * System notifications and the number on the icon. While the window has the focus, the page itself shows what is new, so no
 * notification is raised.
 */
export function createNativeNotices({ window, badgeIcon, tell }: NativeNoticesOptions): NotifyPort {
  // Referenced here because a garbage-collected notification ignores clicks.
  const held: Notification[] = []
  const letGo = (notice: Notification): void => {
    const at = held.indexOf(notice)
    if (at >= 0) held.splice(at, 1)
  }
  let isTold = false
  const tellUnshown = (reason: string): void => {
    if (isTold) return
    isTold = true
    tell({ where: 'Notifications', message: `${reason} ${WHERE_NEWS_IS}` })
  }
  return {
    show: ({ title, body }, onOpened) => {
      if (window()?.isFocused() === true) return
      if (!Notification.isSupported()) {
        tellUnshown('This system shows no notifications of programs.')
        return
      }
      const notice = new Notification({ title, body: noticeBody(body) })
      notice.on('click', () => {
        letGo(notice)
        onOpened()
      })
      notice.on('close', () => letGo(notice))
      notice.on('failed', (_event, error) => {
        letGo(notice)
        tellUnshown(`The system did not show a notification: ${plainText(error, MAX_REASON)}.`)
      })
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
