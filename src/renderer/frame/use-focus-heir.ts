import { useEffect, useRef } from 'react'
import type { Place } from '../client/place-store.ts'
import { isDeskCovered } from '../commands/use-shortcuts.ts'

const ENABLED = ':not(:disabled, [tabindex="-1"])'
const CONTROL = `:is(a[href], button, input, select, textarea, summary, [tabindex="0"])${ENABLED}`
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
    const look = (): void => {
      const [last] = line.current
      if (last !== undefined && !canFocus(last)) afterDrawing(() => passOn(line.current))
    }
    const observer = new MutationObserver(look)
    const attributeFilter = ['disabled', 'hidden', 'inert', 'aria-hidden']
    observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another place is another screen, whatever had the focus
  useEffect(() => {
    if (line.current.length > 0) afterDrawing(() => passOn([]))
  }, [place])
}

/** In the second frame: what is new is drawn, and a dialog that closes has given the focus back in the first. */
function afterDrawing(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run))
}

function passOn(boxes: readonly Element[]): void {
  if (document.activeElement !== document.body || isDeskCovered()) return
  const main = document.querySelector('main')
  const near = boxes.slice(1).filter((box) => box.isConnected && !box.contains(main))
  if (main === null || near.some((box) => focusFirst(box, LIST_STOP) || focusFirst(box, CONTROL))) return
  if (!focusFirst(main, LIST_STOP)) main.focus({ preventScroll: true })
}

/** The first that takes it, or gives it to something within. */
function focusFirst(box: Element, kind: string): boolean {
  return [...box.querySelectorAll<HTMLElement>(kind)].some((found) => {
    found.focus({ preventScroll: true })
    return found.contains(document.activeElement)
  })
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
