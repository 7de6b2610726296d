import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createSystemCertificates } from '../../../../src/adapters/network/system-certificates.ts'
import { createSystemClock } from '../../../../src/adapters/system-clock.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

/** In place of the system: names what it is told, once it may. */
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)
const post = (list: string): string =>
  `const { parentPort, threadId } = await import('node:worker_threads'); parentPort.postMessage(${list})`

interface SlowSystem {
  certificates: ReturnType<typeof createSystemCertificates>
  clock: ManualClock
  /** What was said of its slowness. */
  said: boolean[]
  /** Lets it answer. */
  end(): void
}

/** Holds its thread, as the system does, until it may answer. */
async function slowSystem(): Promise<SlowSystem> {
  const sign = join(await tempFolder(), 'sign')
  const held = `
    const { existsSync } = await import('node:fs')
    const cell = new Int32Array(new SharedArrayBuffer(4))
    while (!existsSync(${JSON.stringify(sign)})) Atomics.wait(cell, 0, 0, 5)
    ${post('[String(threadId)]')}`
  const clock = createManualClock()
  const certificates = createSystemCertificates({ program: program(held), clock })
  const said: boolean[] = []
  certificates.onSlow((isSlow) => void said.push(isSlow))
  return { certificates, clock, said, end: () => writeFileSync(sign, '') }
}

describe('the certificates of the system', () => {
  it('are read by the system’s own thread as Node reads them', async () => {
    const worker = new URL('../../../../src/adapters/network/certificates-worker.ts', import.meta.url)
    const { read } = createSystemCertificates({ program: worker, clock: createSystemClock() })
    for (const pem of await read()) expect(pem).toMatch(/^-----BEGIN CERTIFICATE-----/)
  })

  it('hold nothing up while the system is slow, which is said after two seconds and when it is over', async () => {
    const { certificates, clock, said, end } = await slowSystem()
    const reading = certificates.read()
    await clock.advance(1_999)
    expect(said).toEqual([])
    await clock.advance(1)
    expect(said).toEqual([true])
    end()
    expect(await reading).toHaveLength(1)
    await expect.poll(() => said).toEqual([true, false])
  })

  it('are read once for all who ask, and kept', async () => {
    const { certificates, said, end } = await slowSystem()
    const both = [certificates.read(), certificates.read()]
    end()
    const [first, second] = await Promise.all(both)
    expect([second, await certificates.read()]).toEqual([first, first])
    await nextTurn()
    expect(said).toEqual([])
  })

  it('are no longer waited for by whoever gives up', async () => {
    const { certificates, end } = await slowSystem()
    const left = new AbortController()
    const [leaving, staying] = [certificates.read(left.signal), certificates.read()]
    left.abort()
    expect(await failureThrown(leaving)).toEqual({ tag: 'interrupted' })
    expect(await failureThrown(certificates.read(left.signal))).toEqual({ tag: 'interrupted' })
    end()
    expect(await staying).toHaveLength(1)
  })

  it('let nobody wait for ever: after five minutes callers are told, until they come after all', async () => {
    const { certificates, clock, end } = await slowSystem()
    const waiting = certificates.read()
    const late = 'the system has not named them within 5 minutes'
    const refused = expect(waiting).rejects.toThrow(late)
    await clock.advance(300_000)
    await refused
    await expect(certificates.read()).rejects.toThrow(late)
    end()
    await expect.poll(() => certificates.read().catch(() => undefined)).toHaveLength(1)
  })

  it.each([
    ['throws', "throw new Error('no keychain here')", 'reading them failed: no keychain here'],
    ['dies', 'process.exit(1)', 'reading them ended early'],
    ['answers nothing', '0', 'reading them ended early'],
  ])('say why where their thread %s', async (_what, text, why) => {
    const { read } = createSystemCertificates({ program: program(text), clock: createManualClock() })
    await expect(Promise.all([read(), read()])).rejects.toThrow(why)
  })

  it('are read again after that', async () => {
    const file = join(await tempFolder(), 'worker.mjs')
    const { read } = createSystemCertificates({ program: pathToFileURL(file), clock: createManualClock() })
    await expect(read()).rejects.toThrow('reading them failed')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, post("['a']"))
    expect(await read()).toEqual(['a'])
  })
})
