import { showToast } from './toast-queue.ts'

/** Puts text on the clipboard and says so: “12 paths copied.” */
export async function copyText(text: string, toast: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  showToast({ text: toast })
}
