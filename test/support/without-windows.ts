import { READER_ADDRESS, type ReaderPort } from '../../src/main/desk/desk-ports.ts'

/** A host whose page opens the second window itself, as a tab, and closes it itself. */
export const WITHOUT_WINDOWS: ReaderPort = {
  open: () => Promise.resolve(READER_ADDRESS),
  close: () => Promise.resolve(),
}
