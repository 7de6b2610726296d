import { useEffect } from 'react'
import { isDeskCovered } from '../commands/use-shortcuts.ts'
import { takeText } from './worklist-store.ts'

const FIELDS = 'input, textarea, [contenteditable]'

/** Ctrl+V anywhere on the screen begins a new list, wherever the focus is; a field keeps what is pasted into it. */
export function usePasteAnywhere(): void {
  useEffect(() => {
    const paste = ({ target, clipboardData }: ClipboardEvent): void => {
      if (isDeskCovered() || (target instanceof Element && target.closest(FIELDS) !== null)) return
      void takeText(clipboardData?.getData('text') ?? '')
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
