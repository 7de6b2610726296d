/** All that the preload gives to the page; the page must do without it where no desktop carries it. */
export interface DeskBridge {
  version: string
}
