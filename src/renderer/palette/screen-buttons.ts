import { visibleText } from '../../shared/text/plain-text.ts'
import type { FindableItem } from '../commands/finders.ts'

/** For rail and top bar there are commands. A button that opens a field’s list belongs to the field. */
const BUTTONS =
  'main :is(button:not([aria-haspopup="listbox"]), [role="tab"], summary):not([disabled], [aria-disabled="true"])'
/** Rows have their own keys and menus. */
const IN_LISTS = '[role="grid"] *, [role="row"] *, [role="option"] *, table *'
/** What lies under a pane of the screen. All of the screen lies under the palette. */
const IS_COVERED = 'main [inert] *, main [aria-hidden="true"] *'
/** Frames until a closed palette no longer covers the screen. */
const MAX_FRAMES = 30

/**
 * The buttons of the screen by their names, without those that are commands of the same name: what can be pressed can be
 * typed, also where nobody thought of a command for it.
 */
export function screenButtons(commandTitles: ReadonlySet<string>): FindableItem[] {
  const named = new Map<string, FindableItem>()
  for (const element of document.querySelectorAll<HTMLElement>(BUTTONS)) {
    const name = nameOf(element)
    if (name === '' || commandTitles.has(name) || named.has(name)) continue
    if (element.matches(IN_LISTS) || element.matches(IS_COVERED) || !element.checkVisibility()) continue
    named.set(name, { id: `button ${name}`, title: visibleText(name), run: () => pressSoon(element) })
  }
  return [...named.values()]
}

/** As a screen reader says it, as far as this page names its buttons. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? labelledBy(element) ?? shownText(element)
  return label.replace(/\s+/g, ' ').trim()
}

function labelledBy(element: HTMLElement): string | undefined {
  const ids = element.getAttribute('aria-labelledby')?.split(' ')
  const texts = ids?.map((id) =>
    id === element.id ? shownText(element) : (document.getElementById(id)?.textContent ?? ''),
  )
  return texts?.join(' ')
}

/** The words of its parts apart, without the keys and symbols that are drawn in it. */
function shownText(element: HTMLElement): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let shown = ''
  let lastPart: Element | null = null
  while (texts.nextNode() !== null) {
    const { parentElement, nodeValue } = texts.currentNode
    const hidden = parentElement?.closest('[aria-hidden="true"]') ?? null
    if (element.contains(hidden)) continue
    shown += (parentElement === lastPart ? '' : ' ') + (nodeValue ?? '')
    lastPart = parentElement
  }
  return shown
}

/** Once the palette is gone and the screen takes presses again; the focus is where a press would have put it. */
function pressSoon(element: HTMLElement, framesLeft = MAX_FRAMES): void {
  if (framesLeft === 0 || !element.isConnected) return
  requestAnimationFrame(() => {
    if (element.closest('[inert], [aria-hidden="true"]') !== null) return pressSoon(element, framesLeft - 1)
    element.focus()
    element.click()
  })
}
