import type { NotifyPort } from '../../src/main/desk/desk-ports.ts'

export interface RecordedNotice {
  title: string
  body: string
  /** Clicks it. */
  open(): void
}

/** Notifications of a desktop, recorded instead of shown. */
export interface RecordedNotices extends NotifyPort {
  readonly shown: RecordedNotice[]
  /** The number on the icon. */
  badge(): number
}

export function createRecordedNotices(): RecordedNotices {
  const shown: RecordedNotice[] = []
  let badge = 0
  return {
    shown,
    badge: () => badge,
    show: ({ title, body }, open) => {
      shown.push({ title, body, open })
    },
    setBadge: (unread) => {
      badge = unread
    },
  }
}
