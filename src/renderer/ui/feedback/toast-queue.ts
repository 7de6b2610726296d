import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

export interface ToastContent {
  /** “3 sets hidden”. */
  readonly text: string
  /** Adds an Undo button. */
  readonly undo?: () => void
  /** Or another next step, such as “Open folder”. */
  readonly action?: { readonly title: string; readonly run: () => void }
  /** It tells of something that came, and not of what the user has just done. */
  readonly isArrival?: boolean
}

/** Long enough to read and to reach Undo; React Aria requires at least five seconds, and hovering stops the clock. */
const SHOWN_MS = 8000

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 })

/**
 * Says in passing what was done; a new toast replaces the previous one. Anything that must be read is a Banner instead.
 * Returns a function that removes it, for when it is no longer true.
 */
export function showToast(content: ToastContent): () => void {
  toastQueue.clear()
  const key = toastQueue.add(content, { timeout: SHOWN_MS })
  return () => toastQueue.close(key)
}

/** Says that something came, unless the desk is just saying what became of the user’s own action, with its Undo. */
export function announceArrival(content: ToastContent): void {
  if (toastQueue.visibleToasts.every((shown) => shown.content.isArrival === true))
    showToast({ ...content, isArrival: true })
}

/** Puts text on the clipboard and says so: “12 paths copied.” */
export async function copyText(text: string, toast: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  showToast({ text: toast })
}
