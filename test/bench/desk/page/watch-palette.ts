/** From a key press, as the browser noted it, to the end of the frame with the list for what was typed. In milliseconds. */
const keyToListMs: number[] = []

/** The list says that it is busy from the key press until the main process has answered and the answer is drawn. */
function isSettled(): boolean {
  return document.querySelector('[role="listbox"]')?.getAttribute('aria-busy') === 'false'
}

window.addEventListener(
  'keydown',
  ({ timeStamp }) => {
    const look = (): void => {
      requestAnimationFrame(() => {
        if (!isSettled()) return look()
        // Posted in the frame it is handled right after it is painted.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => keyToListMs.push(performance.now() - timeStamp), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    }
    look()
  },
  { capture: true },
)

/** What was noted since the last time. */
Object.assign(window, { paletteWatch: { take: () => keyToListMs.splice(0) } })
