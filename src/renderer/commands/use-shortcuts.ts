import { useEffect } from 'react'
import { IS_MAC } from '../ui/base/platform.ts'
import { commandFor, commandsStore } from './commands-store.ts'
import { isDesksKey, type KeyTarget } from './keyboard.ts'

/** The one place that listens for shortcuts; in the frame, once. */
export function useShortcuts(): void {
  useEffect(() => {
    // Widgets of React Aria keep key presses to themselves, so that combinations are looked at before them; bare keys after
    // them, for those are a widget's first: Enter on a button, a letter in a list.
    const early = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) act(event)
    }
    const late = (event: KeyboardEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) act(event)
    }
    globalThis.addEventListener('keydown', early, { capture: true })
    globalThis.addEventListener('keydown', late)
    return () => {
      globalThis.removeEventListener('keydown', early, { capture: true })
      globalThis.removeEventListener('keydown', late)
    }
  }, [])
}

function act(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isDeskCovered()) return
  if (!isDesksKey(event, readTarget(event), event.getModifierState('AltGraph'))) return
  const command = commandFor(commandsStore.getState().commands, event, IS_MAC)
  if (command === undefined) return
  event.preventDefault()
  event.stopPropagation()
  command.run()
}

/** Under a dialog or a menu nothing may move. React Aria marks what lies below; an open list of a field leaves its place clear. */
export function isDeskCovered(): boolean {
  return (
    document.querySelector(':is([inert], [aria-hidden="true"]) main, main:is([inert], [aria-hidden="true"])') !== null
  )
}

const TEXT_FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"]), textarea, [contenteditable]'
const TYPE_AHEAD = '[role="listbox"], [role="menu"], [role="combobox"], select'

function readTarget({ target }: KeyboardEvent): KeyTarget {
  if (!(target instanceof Element)) return { isTyping: false, isText: false }
  const isText = target.closest(TEXT_FIELDS) !== null
  return { isText, isTyping: isText || target.closest(TYPE_AHEAD) !== null }
}
