import { type RefObject, useEffect, useRef, useState } from 'react'
import { SECTIONS } from './section/sections.ts'
import type { Section } from './section/settings-store.ts'

const SPACE_ABOVE_PX = 16
/** Half a second. */
const MAX_FRAMES = 30

export interface CurrentSection {
  readonly current: Section | undefined
  readonly goTo: (section: Section) => void
}

/**
 * The section that is being read: the last one whose head is above a line that goes from the top of the window to its bottom as
 * the page is scrolled, so that each section has its turn. Or the one that was gone to, until the user scrolls.
 */
export function useCurrentSection(page: RefObject<HTMLElement | null>): CurrentSection {
  const [current, setCurrent] = useState<Section | undefined>(SECTIONS[0]?.section)
  const settledTop = useRef<number>(undefined)
  useEffect(() => {
    const scroller = page.current
    if (scroller === null) return undefined
    const onScroll = (): void => {
      if (scroller.scrollTop === settledTop.current) return
      settledTop.current = undefined
      setCurrent(readSection(scroller))
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller.removeEventListener('scroll', onScroll)
  }, [page])
  const goTo = (section: Section): void => {
    const scroller = page.current
    const element = scroller?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    if (!scroller || !element) return
    focusOnceReachable(element)
    // Scrolls only its own scroller: `scrollIntoView` and links would move the whole window too.
    scroller.scrollTo({ top: element.offsetTop - SPACE_ABOVE_PX })
    settledTop.current = scroller.scrollTop
    setCurrent(section)
  }
  return { current, goTo }
}

/** Below a palette that is just closing nothing can take the focus yet. */
function focusOnceReachable(element: HTMLElement, framesLeft = MAX_FRAMES): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element || framesLeft === 0) return
  requestAnimationFrame(() => focusOnceReachable(element, framesLeft - 1))
}

function readSection(scroller: HTMLElement): Section | undefined {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  const progress = scrollTop / Math.max(1, scrollHeight - clientHeight)
  const line = scrollTop + SPACE_ABOVE_PX + progress * clientHeight
  const heads = SECTIONS.flatMap(({ section }) => {
    const element = scroller.querySelector<HTMLElement>(`[data-section="${section}"]`)
    return element === null || element.hidden ? [] : [{ section, top: element.offsetTop }]
  })
  return (heads.findLast(({ top }) => top <= line) ?? heads[0])?.section
}
