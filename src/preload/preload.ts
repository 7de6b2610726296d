import { contextBridge } from 'electron'
import type { DeskBridge } from '../shared/contract/desk-bridge.ts'

/** Put in by the build, so that the preload reads no file. */
declare const APP_VERSION: string

const bridge: DeskBridge = { version: APP_VERSION }
contextBridge.exposeInMainWorld('parcelDesk', bridge)
