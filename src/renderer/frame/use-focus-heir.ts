import { useEffect, useRef } from 'react'
import type { Place } from '../client/place-store.ts'
import { isDeskCovered } from '../commands/use-shortcuts.ts'

const ENABLED = ':not(:disabled, [tabindex="-1"])'
/** A field that opens its list with the focus would cover, and hide from screen readers, where work goes on. */
const CONTROL = `:is(a[href], button, input, select, textarea, summary, [tabindex="0"])${ENABLED}:not([role="combobox"])`
/** The current row of a list: what a place or a part holds first is seldom where work goes on. */
const LIST = ':is([role="grid"], [role="treegrid"], [role="listbox"])'
const LIST_STOP = `${LIST}[tabindex="0"], ${LIST} [tabindex="0"]${ENABLED}`

/**
 * Whatever takes the focused control away, or its screen, the focus goes on nearby: a keyboard would else begin again at the top
 * of the page, and a screen reader would say nothing of what is new. Dialogs give it back themselves where its place is still
 * there.
 */
export function useFocusHeir(place: Place): void {
  /** The element that had the focus last, and what it stood in. */
  const line = useRef<readonly Element[]>([])
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      const boxes = target instanceof Element ? ancestorsOf(target) : []
      if (boxes.some((box) => box.matches('main, header, nav'))) line.current = boxes
    }
    const look = ({ target, relatedTarget }: FocusEvent): void => {
      if (relatedTarget !== null || !(target instanceof Element) || line.current.length === 0) return
      // What is removed is told while it is still there. Whoever clicks beside everything has let go of it.
      queueMicrotask(() => {
        if (!canFocus(target)) afterDrawing(() => passOn(line.current))
      })
    }
    // A button that switches itself off loses the focus without a word.
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target === line.current[0])) afterDrawing(() => passOn(line.current))
    })
    observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
    document.addEventListener('focusin', note)
    document.addEventListener('focusout', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('focusout', look)
    }
  }, [])
  useEffect(() => {
    if (line.current.length > 0) afterDrawing(() => passOn([]))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another place is another screen, whatever had the focus
  }, [place])
}

/** In the second frame: what is new is drawn, and a dialog that closes has given the focus back in the first. */
function afterDrawing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

function passOn(boxes: readonly Element[]): void {
  if (!isFocusLost() || isDeskCovered()) return
  const main = document.querySelector('main')
  const [last, ...around] = boxes
  const near = around.filter((box) => box.isConnected && !box.contains(main))
  // It could not be used for a moment only.
  if (last instanceof HTMLElement && canFocus(last)) last.focus({ preventScroll: true })
  if (main === null || !isFocusLost()) return
  if (near.some((box) => focusFirst(box, LIST_STOP) || focusFirst(box, CONTROL))) return
  if (!focusFirst(main, LIST_STOP)) main.focus({ preventScroll: true })
}

/** The first that takes it, or gives it to something within. */
function focusFirst(box: Element, kind: string): boolean {
  return [...box.querySelectorAll<HTMLElement>(kind)].some((found) => {
    found.focus({ preventScroll: true })
    return found.contains(document.activeElement)
  })
}

function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || !canFocus(activeElement)
}

function canFocus(element: Element): boolean {
  return element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
}

function ancestorsOf(element: Element): Element[] {
  const boxes: Element[] = []
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement)
    boxes.push(box)
  return boxes
}
