/** As far as a box can be seen, or scrolled to. */
interface Reach {
  left: number
  top: number
  right: number
  bottom: number
}

const CONTROLS = 'button, input, textarea, select, a[href], summary, [role="tab"], [role="option"], [role="menuitem"]'
/** Lets a pixel go that rounding takes. */
const SLACK_PX = 1.5

/**
 * The words and controls of the page that nobody can get to see: cut off by the window or by a box that does not scroll.
 * Text that ends in an ellipsis says itself that there is more.
 */
export function lostContent(): string[] {
  return [...document.body.querySelectorAll('*')]
    .filter(isMeant)
    .filter(isLost)
    .map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      const at = [left, top, right, bottom].map((px) => Math.round(px)).join(' ')
      return `${element.tagName} “${wordsOf(element).slice(0, 60)}” at ${at}`
    })
}

function isMeant(element: Element): element is HTMLElement {
  if (!(element instanceof HTMLElement) || !(element.matches(CONTROLS) || ownText(element) !== '')) return false
  if (!element.checkVisibility({ visibilityProperty: true })) return false
  // Drawn pages, what only a screen reader is told, and what only fills a place.
  return element.closest('canvas, .textLayer, [inert], [aria-hidden="true"]') === null && !isForReadersOnly(element)
}

function isForReadersOnly(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    const { clipPath, clip } = getComputedStyle(box)
    if (clipPath.startsWith('inset(50%') || clip === 'rect(0px, 0px, 0px, 0px)' || clip === 'rect(1px, 1px, 1px, 1px)')
      return true
  }
  return false
}

function ownText(element: Element): string {
  return [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent ?? '')
    .join('')
    .trim()
}

function wordsOf(element: HTMLElement): string {
  return (element.getAttribute('aria-label') ?? element.innerText).trim().replaceAll(/\s+/g, ' ')
}

function isLost(element: Element): boolean {
  const box = boxOf(element)
  if (box.right - box.left < 1 || box.bottom - box.top < 1) return false
  const reach: Reach = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight }
  const scrolls = { x: false, y: false }
  for (let outer: Element | null = element; outer !== null && outer !== document.body; outer = outer.parentElement) {
    const style = getComputedStyle(outer)
    const edge = outer.getBoundingClientRect()
    if (style.position === 'fixed') break
    if (isCut(style.overflowX) && !scrolls.x && !(style.textOverflow === 'ellipsis')) {
      reach.left = Math.max(reach.left, edge.left)
      reach.right = Math.min(reach.right, edge.right)
    }
    if (style.textOverflow === 'ellipsis' && isCut(style.overflowX)) scrolls.x = true
    if (isCut(style.overflowY) && !scrolls.y) {
      reach.top = Math.max(reach.top, edge.top)
      reach.bottom = Math.min(reach.bottom, edge.bottom)
    }
    scrolls.x ||= isScrolled(style.overflowX)
    scrolls.y ||= isScrolled(style.overflowY)
  }
  const isCutX = box.left < reach.left - SLACK_PX || box.right > reach.right + SLACK_PX
  const isCutY = box.top < reach.top - SLACK_PX || box.bottom > reach.bottom + SLACK_PX
  return (isCutX && !scrolls.x) || (isCutY && !scrolls.y)
}

/** Where its words are; the box itself may be narrower than they. */
function boxOf(element: Element): Reach {
  if (ownText(element) === '') return element.getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(element)
  return words.getBoundingClientRect()
}

function isCut(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip'
}

function isScrolled(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll'
}
