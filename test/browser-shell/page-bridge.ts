import type { DeskEvent } from '../../src/shared/contract/contract.ts'
import type { DeskBridge, Reply } from '../../src/shared/contract/bridge.ts'

// The shell's counterpart of the preload: the same two channels over loopback HTTP. Served with its types removed.
const MAX_KEPT_ALIVE = 16_000
const listeners = new Set<(event: DeskEvent) => void>()

const bridge: DeskBridge = {
  call: async (name, input) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ name, input })
    // Lets a call of a closing page arrive, as over IPC; Chromium limits such calls to 64 kB.
    const keepalive = body.length < MAX_KEPT_ALIVE
    const answer = await fetch('desk/call', { method: 'POST', headers, body, keepalive })
    if (!answer.ok) throw new Error(`the shell answered ${answer.status}`)
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- the router's own words
    const reply: Reply = await answer.json()
    return reply
  },
  listen: (onEvent) => {
    listeners.add(onEvent)
    return () => listeners.delete(onEvent)
  },
}
Object.assign(window, { parcelDesk: Object.freeze(bridge) })

const source = new EventSource('desk/events')
let wasLost = false
source.addEventListener('error', () => {
  wasLost = true
  // HOST_LOST_EVENT of the contract: this file is served alone and can import only types.
  window.dispatchEvent(new Event('parcel-desk:host-lost'))
})
source.addEventListener('open', () => {
  // Events were missed; the page takes a snapshot when it starts.
  if (wasLost) location.reload()
})
source.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the event hub's own words
  const event: DeskEvent = JSON.parse(data)
  for (const listener of listeners) listener(event)
})
