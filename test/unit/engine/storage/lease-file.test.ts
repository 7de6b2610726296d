import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Lease, takeLease } from '../../../../src/engine/storage/lease-file.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'
import { tempFolder } from '../../../support/temp-folder.ts'

let folder: string
let file: string
let clock: ManualClock
beforeEach(async () => {
  clock = createManualClock()
  folder = await tempFolder()
  file = join(folder, 'feed.holder')
})

function take(): Lease {
  const lease = takeLease(file, clock)
  onTestFinished(() => lease.close())
  return lease
}

/** A process of this computer that has ended. */
const goneProcess = (): number => spawnSync(process.execPath, ['--version']).pid
const LONG_AGO = new Date(Date.now() - 61_000)

describe('takeLease', () => {
  it('names its holder, is refused to others meanwhile, and leaves nothing behind', () => {
    const lease = take()
    expect(readFileSync(file, 'utf8')).toContain(`process ${process.pid} on ${hostname()}, since `)
    expect(lease.isHeld()).toBe(true)
    expect(lease.userId).toBe(statSync(file).uid)
    expect(() => takeLease(file, clock)).toThrow(`held by process ${process.pid} on `)
    expect(readdirSync(folder)).toEqual(['feed.holder'])
    lease.close()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is renewed every fifteen seconds until it is closed', async () => {
    const lease = take()
    const { ino, mtimeMs } = statSync(file)
    await clock.advance(15_000)
    const renewed = statSync(file)
    expect([renewed.ino, renewed.mtimeMs]).not.toEqual([ino, mtimeMs])
    expect(lease.isHeld()).toBe(true)
    lease.close()
    await clock.advance(15_000)
    expect(readdirSync(folder)).toEqual([])
  })

  it('takes over at once from a program of this computer that has ended', () => {
    writeFileSync(file, `process ${goneProcess()} on ${hostname()}, since 2026-11-20T10:11:13.000Z`)
    expect(take().isHeld()).toBe(true)
  })

  it('respects the lease of another computer until a minute after its last renewal', () => {
    writeFileSync(file, 'process 7 on another-computer, since 2026-11-20T10:11:13.000Z')
    expect(() => takeLease(file, clock)).toThrow('held by process 7 on another-computer')
    utimesSync(file, LONG_AGO, LONG_AGO)
    expect(take().isHeld()).toBe(true)
  })

  it("is lost once another program takes it, and closing it does not remove the other's", () => {
    const first = take()
    utimesSync(file, LONG_AGO, LONG_AGO)
    const second = take()
    expect(first.isHeld()).toBe(false)
    first.close()
    expect(second.isHeld()).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('replaces a planted link instead of following it', () => {
    writeFileSync(join(folder, 'precious'), 'precious')
    symlinkSync(join(folder, 'precious'), file)
    expect(take().isHeld()).toBe(true)
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious')
  })

  it.skipIf(process.geteuid?.() !== 0)('cannot be held by a user who may only read its folder', () => {
    const lease = take()
    lease.close()
    chmodSync(folder, 0o755)
    const reader = spawnSync(
      process.execPath,
      ['-e', `const d = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(file)}); d.exec('BEGIN EXCLUSIVE')`],
      { uid: 65_534, gid: 65_534 },
    )
    expect(reader.status).not.toBe(0)
    expect(take().isHeld()).toBe(true)
  })
})
