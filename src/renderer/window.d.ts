import type { DeskBridge } from '../shared/contract/bridge.ts'

declare global {
  interface Window {
    /** Missing if the page is opened outside the desktop application. */
    readonly parcelDesk?: DeskBridge
  }
}
