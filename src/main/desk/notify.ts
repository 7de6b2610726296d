/** Notifications of the desktop: hints, never the only record of anything. */
export interface NotifyPort {
  /** Shows one; `onOpened` when the user clicks it. Nothing happens where the system shows none. */
  show(notice: DesktopNotice, onOpened: () => void): void
  /** The number on the icon; 0 takes it away. */
  setBadge(unread: number): void
}

export interface DesktopNotice {
  title: string
  body: string
}
