import type { DeskBridge } from '../../../../src/shared/contract/bridge.ts'

/** From a key press, as the browser noted it, to the end of the frame with the list for what was typed. In milliseconds. */
const keyToListMs: number[] = []
/** From a key press that means nothing to the end of the frame after a call that is refused at once: what no list can go below. */
const bareMs: number[] = []

/** The list says that it is busy from the key press until the main process has answered and the answer is drawn. */
function isSettled(): boolean {
  return document.querySelector('[role="listbox"]')?.getAttribute('aria-busy') === 'false'
}

/** Calls once the frame is painted: what is posted in it is handled right after. */
function painted(call: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', call, { once: true })
  port1.start()
  port2.postMessage(null)
}

const watch = {
  follow: (desk: DeskBridge, bareKey: string) =>
    window.addEventListener(
      'keydown',
      ({ key, timeStamp }) => {
        if (key === bareKey) {
          void desk.call('nothing', null).then(() => {
            requestAnimationFrame(() => painted(() => bareMs.push(performance.now() - timeStamp)))
          })
          return
        }
        const look = (): void => {
          requestAnimationFrame(() => {
            if (isSettled()) painted(() => keyToListMs.push(performance.now() - timeStamp))
            else look()
          })
        }
        look()
      },
      { capture: true },
    ),
  /** What was noted since the last time. */
  take: () => ({ keyToListMs: keyToListMs.splice(0), bareMs: bareMs.splice(0) }),
}
Object.assign(window, { paletteWatch: watch })
