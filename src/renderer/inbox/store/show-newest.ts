import { inboxStore } from './inbox-store.ts'

/** Goes to the top, where the newest are; reads them first where there are too many to have been kept up with. */
export function showNewest(): void {
  if (inboxStore.getState().isCutOff) void inboxStore.reader.reload()
  else inboxStore.setState({ newAbove: 0 })
}
