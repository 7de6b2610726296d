import type { DeskBridge } from '../../../../src/shared/contract/bridge.ts'

/** From a key press, as the browser noted it, to the end of the frame that shows what came of it. In milliseconds. */
const inputToPaintMs: number[] = []
let jobEvents = 0

window.addEventListener(
  'keydown',
  ({ timeStamp }) => {
    requestAnimationFrame(() => {
      // Posted in the frame it is handled right after it is painted.
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => inputToPaintMs.push(performance.now() - timeStamp), { once: true })
      port1.start()
      port2.postMessage(null)
    })
  },
  { capture: true },
)

const watch = {
  /** What was noted since the last time. */
  take: () => {
    const taken = { inputToPaintMs: inputToPaintMs.splice(0), jobEvents }
    jobEvents = 0
    return taken
  },
  follow: (desk: DeskBridge) =>
    desk.listen(({ name }) => {
      if (name === 'jobs.changed') jobEvents += 1
    }),
}
Object.assign(window, { inputWatch: watch })
