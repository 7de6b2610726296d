import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../../../src/adapters/system-clock.ts'
import { announceSaving, type Savers, saversNow } from '../../../../../src/engine/saving/archive/savers.ts'
import { sharingFile } from '../../../../../src/engine/saving/archive/sharing-files.ts'
import type { OtherSaver } from '../../../../../src/shared/model/job.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { filesBelow, tempFolder } from '../../../../support/temp-folder.ts'
import { plantable } from '../../../../support/system-abilities.ts'

const ANNA = 'a'.repeat(16)
const BELA = 'b'.repeat(16)
const clock = createSystemClock()
const EARLIER = new Date(Date.now() - 61_000)
const HOSTILE = { version: 1, host: 'PC-7', user: 'anna', pid: 1, job: '20260303-1', since: '2026-03-03T10:00:00Z' }

let folder: string
beforeEach(async () => {
  folder = await tempFolder()
})

async function announce(writerId: string, onOthers?: (others: readonly OtherSaver[]) => void): Promise<Savers> {
  const savers = await announceSaving(folder, { writerId, jobId: `job of ${writerId.at(0)}`, clock, onOthers })
  onTestFinished(savers.leave)
  return savers
}

const fileOf = (writerId: string): string => sharingFile(folder, 'saving', writerId)
const seenBy = (writerId: string): Promise<OtherSaver[]> => saversNow(folder, { writerId, clock })

async function plant(content: string): Promise<void> {
  await mkdir(dirname(fileOf(BELA)), { recursive: true })
  await writeFile(fileOf(BELA), content)
}

describe('who is saving into an archive', () => {
  it('is told to everybody else until they have ended, and leaves nothing behind', async () => {
    const anna = await announce(ANNA)
    expect(await seenBy(BELA)).toEqual([
      { host: hostname(), user: expect.any(String), job: 'job of a', since: expect.stringMatching(/^2/) },
    ])
    expect(await seenBy(ANNA)).toEqual([])
    expect(anna.hasSeenOthers()).toBe(false)
    await anna.leave()
    expect(await seenBy(BELA)).toEqual([])
    expect(await filesBelow(folder)).toEqual([])
  })

  it('is noticed by who came first as well, and told once', async () => {
    const told: string[][] = []
    const anna = await announce(ANNA, (others) => told.push(others.map(({ job }) => job)))
    const bela = await announce(BELA)
    expect(bela.hasSeenOthers()).toBe(true)
    await anna.look()
    await anna.look()
    expect(anna.hasSeenOthers()).toBe(true)
    await bela.leave()
    await anna.look()
    expect(told).toEqual([['job of b'], []])
    expect(anna.hasSeenOthers()).toBe(true)
  })

  it('says so again as long as it saves: who looks from far sees it after hours', async () => {
    const manual = createManualClock()
    const savers = await announceSaving(folder, { writerId: ANNA, jobId: 'job', clock: manual })
    onTestFinished(savers.leave)
    await utimes(fileOf(ANNA), EARLIER, EARLIER)
    expect(await seenBy(BELA)).toEqual([])
    await manual.advance(15_000)
    await expect.poll(() => seenBy(BELA)).toHaveLength(1)
  })

  it('no longer counts a minute after the last sign, and is cleared by the next who ends there', async () => {
    await plant(JSON.stringify({ ...HOSTILE, host: 'elsewhere' }))
    await utimes(fileOf(BELA), EARLIER, EARLIER)
    const anna = await announce(ANNA)
    expect(await seenBy(ANNA)).toEqual([])
    // It may only be asleep, and then writes the manifest that it has read.
    expect(anna.hasSeenOthers()).toBe(true)
    await anna.leave()
    expect(await filesBelow(folder)).toEqual([])
  })

  it('no longer counts once its process on this computer has ended', async () => {
    const { pid } = process
    const text = (of: number): string => JSON.stringify({ ...HOSTILE, host: hostname(), pid: of })
    await plant(text(pid))
    expect(await seenBy(ANNA)).toHaveLength(1)
    const ended = 2 ** 22 + 1
    await plant(text(ended))
    expect(await seenBy(ANNA)).toEqual([])
  })

  it('is shown as plain text of a length that fits, whoever wrote it', async () => {
    await plant(JSON.stringify({ ...HOSTILE, user: 'an\u202Ena\u001B[2J', host: 'x'.repeat(2_000) }))
    const [seen] = await seenBy(ANNA)
    expect(seen?.user).toBe('an na [2J')
    expect(seen?.host).toHaveLength(80)
  })

  it.each(
    plantable<() => Promise<unknown>>([
      ['no JSON', () => plant('{')],
      ['another layout', () => plant('{"version":2}')],
      ['endless', () => plant(JSON.stringify({ ...HOSTILE, user: 'x'.repeat(10_000) }))],
      ['a pipe', () => rm(fileOf(BELA)).then(() => execFileSync('mkfifo', [fileOf(BELA)]))],
      ['a link', () => rm(fileOf(BELA)).then(() => symlink('/dev/zero', fileOf(BELA)))],
    ]),
  )('is nobody where the file is %s, and the save goes on', async (_, make) => {
    await plant('')
    await make()
    expect(await seenBy(ANNA)).toEqual([])
    await expect(announce(ANNA)).resolves.toBeDefined()
  })

  it('never stands in the way of a save: a folder that takes no file, or is gone', async () => {
    await rm(folder, { recursive: true })
    const savers = await announce(ANNA)
    await savers.look()
    await savers.leave()
    expect(await seenBy(ANNA)).toEqual([])
    await expect(readFile(fileOf(ANNA))).rejects.toThrow('ENOENT')
  })
})
