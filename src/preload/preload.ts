import { contextBridge, ipcRenderer } from 'electron'
import type { DeskBridge } from '../shared/contract/bridge.ts'
import type { DeskEvent } from '../shared/contract/contract.ts'

/** Inserted by the build from the contract (electron.vite.config.ts), so that the preload contains no schema. */
declare const METHODS: Readonly<Record<string, readonly string[]>>
declare const CALL_CHANNEL: string
declare const EVENT_CHANNEL: string

const names = new Set(
  Object.entries(METHODS).flatMap(([service, methods]) => methods.map((method) => `${service}.${method}`)),
)

/** All that the page gets of Electron: no event object, and no channel of its own choice. */
const bridge: DeskBridge = {
  call: async (name, input) => {
    if (!names.has(name)) throw new Error('The application has no such method.')
    // Electron types it as any; the router has parsed it by the contract.
    // oxlint-disable-next-line typescript/no-unsafe-return
    return await ipcRenderer.invoke(CALL_CHANNEL, name, input)
  },
  listen: (onEvent) => {
    const onIpcEvent = (_event: unknown, event: DeskEvent): void => onEvent(event)
    ipcRenderer.on(EVENT_CHANNEL, onIpcEvent)
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, onIpcEvent)
    }
  },
}

contextBridge.exposeInMainWorld('parcelDesk', bridge)
