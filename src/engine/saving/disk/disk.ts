import { createNewFile, type NewFile } from './new-file.ts'
import { placeNew } from './place-file.ts'

/** What saving asks of the disk for every document; on this thread or on one of its own. */
export interface Disk {
  /** Nothing is made yet. */
  newFile(path: string): NewFile
  /** Gives a finished file its final name unless that is taken. True when it was placed. */
  placeNew(partFile: string, target: string): Promise<boolean>
}

/** The disk on the thread that asks. */
export const ownThreadDisk: Disk = { newFile: createNewFile, placeNew }
