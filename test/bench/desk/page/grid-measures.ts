/** Times until what `act` changed is on the screen: the frame that follows is drawn, and its task is over. */
export async function untilPainted(act: () => void): Promise<number> {
  await settled()
  const startMs = performance.now()
  act()
  await painted()
  return performance.now() - startMs
}

export interface FrameTimes {
  readonly frames: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Scrolls in equal steps, one a frame, down from the top or up to it, and tells how far apart the frames came. */
export async function scrollThrough(scroller: Element, frames: number, stepPx: number): Promise<FrameTimes> {
  const startPx = Math.max(-frames * stepPx, 0)
  scroller.scrollTop = startPx
  await settled()
  const gapsMs: number[] = []
  let beforeMs = await nextFrame()
  for (let frame = 1; frame <= frames; frame += 1) {
    scroller.scrollTop = startPx + frame * stepPx
    const nowMs = await nextFrame()
    gapsMs.push(nowMs - beforeMs)
    beforeMs = nowMs
  }
  return frameTimes(gapsMs)
}

function frameTimes(gapsMs: readonly number[]): FrameTimes {
  const sorted = gapsMs.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0
  return { frames: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) }
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
}

/** A message is handled after the frame's layout and paint have been handed over. */
async function painted(): Promise<void> {
  await nextFrame()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

/** Lets what went before come to rest, so that a measurement pays for itself alone. */
async function settled(): Promise<void> {
  await painted()
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 200)
  })
}
