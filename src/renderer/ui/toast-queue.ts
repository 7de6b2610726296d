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

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 3 })

/** Says in passing what was done. Nothing that has to be read belongs here: that is a Banner. */
export function showToast(content: ToastContent): void {
  toastQueue.add(content, { timeout: SHOWN_MS })
}
