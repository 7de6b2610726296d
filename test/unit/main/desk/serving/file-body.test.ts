import { readdirSync, readlinkSync, truncateSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serveDesk } from '../../../../../src/main/desk/serving/serve-desk.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'

const BYTES = 300_000
/** From none to more than a file takes that is in the cache of the disk. */
const MOST_TURNS = 60

async function makeFile() {
  const folder = await tempFolder()
  const file = join(folder, 'page.js')
  await writeFile(file, Buffer.alloc(BYTES, 'a'))
  const serve = serveDesk({ root: folder, readDocument: () => Promise.resolve({ path: file, bytes: BYTES }) })
  const bodyOf = async (address: string): Promise<ReadableStream<Uint8Array>> => {
    const { body } = await serve(new Request(`app://desk${address}`))
    return body ?? expect.unreachable()
  }
  return { file, bodyOf }
}

function uncaughtErrors(): unknown[] {
  const errors: unknown[] = []
  const add = (thrown: unknown): void => void errors.push(thrown)
  process.on('uncaughtException', add)
  onTestFinished(() => void process.off('uncaughtException', add))
  return errors
}

/** How often this process has it open, where the system tells. */
function openHandles(file: string): number {
  if (process.platform !== 'linux') return 0
  return readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(join('/proc/self/fd', name)) === file
    } catch {
      return false
    }
  }).length
}

describe.each(['/documents/key', '/page.js'])('the body of %s', (address) => {
  it('may be read and cancelled in one turn at any time, and leaves no file open', async () => {
    const { file, bodyOf } = await makeFile()
    const uncaught = uncaughtErrors()
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const reader = (await bodyOf(address)).getReader()
      await reader.read()
      for (let at = 0; at < turns; at += 1) await turn()
      await Promise.allSettled([reader.read(), reader.read(), reader.cancel()])
    }
    await expect.poll(() => openHandles(file)).toBe(0)
    expect(uncaught).toEqual([])
  })

  it('may be given up as Electron does it, which reads it through a stream of Node', async () => {
    const { file, bodyOf } = await makeFile()
    const uncaught = uncaughtErrors()
    for (let turns = 0; turns < MOST_TURNS; turns += 1) {
      const stream = Readable.fromWeb(await bodyOf(address))
      stream.on('error', () => undefined)
      stream.read(0)
      for (let at = 0; at < turns; at += 1) await turn()
      stream.read()
      stream.destroy()
    }
    await expect.poll(() => openHandles(file)).toBe(0)
    expect(uncaught).toEqual([])
  })

  it('fails where the file becomes shorter, instead of ending as if it were whole', async () => {
    const { file, bodyOf } = await makeFile()
    const reader = (await bodyOf(address)).getReader()
    const first = await reader.read()
    truncateSync(file, first.value?.length)
    const rest = async (): Promise<void> => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow('became shorter')
    expect(openHandles(file)).toBe(0)
  })
})
