import { mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createNewFile, type NewFile } from '../../../src/engine/saving/disk/part-files.ts'
import { ownThreadDisk } from '../../../src/engine/saving/disk/disk.ts'
import { openTargetFolders } from '../../../src/engine/saving/disk/target-folders.ts'
import { createDocumentTransfer } from '../../../src/engine/saving/transfer/document-transfer.ts'
import { demoData, documentOfKind } from '../../exchange-service/demo-data.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { openExchange } from '../../support/open-service.ts'
import { createQuickClock } from '../../support/quick-clock.ts'
import { CAN_LINK } from '../../support/system-abilities.ts'
import { filesBelow, tempFolder } from '../../support/temp-folder.ts'
import { openTestLedger, sampleItem, sampleJob } from '../../support/test-ledger.ts'

describe('a document whose folder is swapped when its bytes have arrived', () => {
  it.skipIf(!CAN_LINK).each([
    ['a link that leads out of the archive', (outside: string, folder: string) => symlinkSync(outside, folder)],
    ['another folder', (_: string, folder: string) => mkdirSync(folder)],
  ])('is put into no other place, and the failure names the folder: %s', async (_, put) => {
    const base = await tempFolder()
    const [archive, outside] = [join(base, 'archive'), join(base, 'outside')]
    await Promise.all([mkdir(archive), mkdir(outside)])
    const swap = (): void => {
      renameSync(join(archive, 'customer'), join(base, 'moved'))
      put(outside, join(archive, 'customer'))
    }
    const newFile = (path: string): NewFile => {
      const file = createNewFile(path)
      return { ...file, finish: (chunks) => file.finish(chunks).finally(swap) }
    }
    const data = demoData({ setsPerCustomer: 1 })
    const { setId, documentId } = documentOfKind(data, 'certificate-of-origin')
    const { client } = await openExchange({ data })
    const job = sampleJob(archive)
    const store = openTestLedger(await tempFolder())
    store.jobs.create(job, [{ ...sampleItem('customer/a.pdf'), setId, documentId }])
    const [item] = store.jobs.items(job.id)
    if (item === undefined) throw new Error('the job has a document')
    const transfer = createDocumentTransfer(
      { ...store, clock: createQuickClock(), disk: () => ({ ...ownThreadDisk, newFile }) },
      {
        job,
        client,
        folders: await openTargetFolders(archive),
        limit: { largestBytes: Infinity, use: 'save', reserve: { claim: () => undefined } },
        acceptsDamaged: new Set(),
        onBytes: () => undefined,
        closed: new AbortController().signal,
        aborted: new AbortController().signal,
      },
    )
    const stream = await transfer.fetch({ item, attempts: 0, refused: new Set() })
    expect(await failureThrown(transfer.place(item, stream))).toMatchObject({
      tag: 'folder-refused',
      folder: join(archive, 'customer'),
      reason: expect.stringContaining('another took its place'),
    })
    expect(await filesBelow(outside)).toEqual([])
  })
})
