import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCrashRecords } from '../../../../src/engine/support/crash-records.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { IS_POSIX } from '../../../support/system-abilities.ts'

const options = { version: '1.2.3', redact: (text: string) => text.replaceAll('hunter2', '[redacted]') }

describe('records of crashes', () => {
  it('say where, which version and why, without secrets, and only their owner can read them', async () => {
    const dataDir = await tempFolder()
    const crashes = createCrashRecords({ ...options, dataDir, isAllowed: () => true })
    crashes.add('main process', new TypeError('no hunter2'))
    expect(crashes.list()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-/),
        version: '1.2.3',
        system: expect.stringContaining(process.platform),
        where: 'main process',
        error: { name: 'TypeError', message: 'no [redacted]', stack: expect.stringContaining('crash-records.test') },
      },
    ])
    const [name = ''] = readdirSync(join(dataDir, 'crashes'))
    if (IS_POSIX) expect(statSync(join(dataDir, 'crashes', name)).mode & 0o777).toBe(0o600)
  })

  it('are the newest five, the newest first, whatever else lies in their folder', async () => {
    const dataDir = await tempFolder()
    const crashes = createCrashRecords({ ...options, dataDir, isAllowed: () => true })
    mkdirSync(join(dataDir, 'crashes'))
    writeFileSync(join(dataDir, 'crashes', 'mine.txt'), 'kept')
    writeFileSync(join(dataDir, 'crashes', '2001-01-01T00-00-00-000Z-00000000.json'), '{"at":')
    for (let count = 0; count < 8; count += 1) crashes.add('page', `thrown ${count}`)
    expect(crashes.list()).toHaveLength(5)
    expect(readdirSync(join(dataDir, 'crashes'))).toContain('mine.txt')
    const times = crashes.list().map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('are not made where the organisation forbids it, or where they cannot be', async () => {
    const dataDir = await tempFolder()
    createCrashRecords({ ...options, dataDir, isAllowed: () => false }).add('page', new Error('x'))
    expect(readdirSync(dataDir)).toEqual([])
    writeFileSync(join(dataDir, 'crashes'), 'a file has the name')
    const crashes = createCrashRecords({ ...options, dataDir, isAllowed: () => true })
    crashes.add('page', new Error('x'))
    expect(crashes.list()).toEqual([])
  })
})
