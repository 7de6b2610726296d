import { open, readdir, type FileHandle } from 'node:fs/promises'
import { onTestFinished } from 'vitest'

/** What was in a folder each time that it was flushed, until the test ends. Windows cannot flush a folder. */
export async function watchFlushes(folder: string): Promise<string[][]> {
  const handle = await open(folder)
  const { ino } = await handle.stat()
  const { sync } = handle
  const prototype = Reflect.getPrototypeOf(handle) ?? {}
  await handle.close()
  const flushed: string[][] = []
  const watched = new Proxy(sync, {
    apply: async (real, flushing: FileHandle) => {
      if ((await flushing.stat()).ino === ino) flushed.push((await readdir(folder)).toSorted())
      await Reflect.apply(real, flushing, [])
    },
  })
  Reflect.set(prototype, 'sync', watched)
  onTestFinished(() => {
    Reflect.set(prototype, 'sync', sync)
  })
  return flushed
}
