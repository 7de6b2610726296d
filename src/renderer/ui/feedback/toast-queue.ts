import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components'

export interface ToastContent {
  /** What was done: “3 sets hidden”. */
  readonly text: string
  /** Takes it back. */
  readonly undo?: () => void
  /** Or another step that follows, such as “Open folder”. */
  readonly action?: { readonly title: string; readonly run: () => void }
}

/** Long enough to read and to reach Undo; React Aria asks for five seconds at least, and hovering stops the clock. */
const SHOWN_MS = 8000

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 })

/**
 * Says in passing what was done; the newest takes the place of what is there. Nothing that has to be read belongs here:
 * that is a Banner. Returns what takes it away, for when it is no longer true.
 */
export function showToast(content: ToastContent): () => void {
  toastQueue.clear()
  const key = toastQueue.add(content, { timeout: SHOWN_MS })
  return () => toastQueue.close(key)
}
