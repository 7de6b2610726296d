import type { DeskBridge } from '../../../../src/shared/contract/bridge.ts'

/** Each time that the inbox has grown on the screen: how many entries it counts, and when that was painted (epoch). */
let grown: { count: number; atMs: number }[] = []
/** Between two frames. */
let gapsMs: number[] = []
let alerts = 0
let shown = -1
let lastFrameMs = performance.now()

function look(frameMs: number): void {
  gapsMs.push(frameMs - lastFrameMs)
  lastFrameMs = frameMs
  const count = countOnScreen()
  if (count !== shown) {
    shown = count
    // Posted in the frame it is handled right after it is painted.
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => grown.push({ count, atMs: performance.timeOrigin + performance.now() }), {
      once: true,
    })
    port1.start()
    port2.postMessage(null)
  }
  requestAnimationFrame(look)
}

/** The foot of the list counts all that it holds. */
function countOnScreen(): number {
  const text = document.querySelector('output[aria-label="Entries"]')?.textContent ?? ''
  const [, digits = ''] = /^([\d,]+) entr(?:y|ies)/.exec(text) ?? []
  return Number(digits.replaceAll(',', ''))
}

const watch = {
  /** What was noted since the last time. */
  take: () => {
    const taken = { grown, gapsMs, alerts }
    grown = []
    gapsMs = []
    alerts = 0
    return taken
  },
  count: () => shown,
  follow: (desk: DeskBridge) => {
    requestAnimationFrame(look)
    return desk.listen(({ name }) => {
      if (name === 'alerts.raised') alerts += 1
    })
  },
}
Object.assign(window, { inboxWatch: watch })
