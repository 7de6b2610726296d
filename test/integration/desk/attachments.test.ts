import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/engine/base/logger.ts'
import { createAttachmentHandlers } from '../../../src/main/desk/documents/attachment-handlers.ts'
import { createTextFiles } from '../../../src/main/desk/text-files.ts'
import { createDeskCalls } from '../../support/desk-calls.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { policyOf } from '../../support/test-policy.ts'

const base64 = Buffer.from('<invoice/>').toString('base64')

async function openDesk(values: Parameters<typeof policyOf>[0] = {}) {
  const folder = await tempFolder()
  const suggested: string[] = []
  const opened: string[] = []
  const files = createTextFiles({
    chooseNewFile: (_title, name) => {
      suggested.push(name)
      return Promise.resolve(join(folder, name))
    },
    open: (path) => Promise.resolve(void opened.push(path)),
  })
  const calls = createDeskCalls(
    createAttachmentHandlers({ files, policy: policyOf(values) }),
    createLogger({ write: () => undefined }),
  )
  return { folder, suggested, opened, ...calls }
}

describe('saving an attachment', () => {
  it('writes its bytes where the user says, and neither opens it nor lets the page do so', async () => {
    const { folder, opened, call } = await openDesk()
    expect(await call('attachments.save', { name: 'invoice.xml', base64 })).toEqual({
      saved: { name: 'invoice.xml', folder },
    })
    expect(readFileSync(join(folder, 'invoice.xml'), 'utf8')).toBe('<invoice/>')
    expect(opened).toEqual([])
  })

  it.each([
    ['../../evil.xml', /^[^/\\]*evil\.xml$/],
    ['C:\\Windows\\win.xml', /^[^/\\:]+win\.xml$/],
    ['con.xml', /^_con\.xml$/],
    [`${'long '.repeat(60)}.XML`, /^long .{0,100}long\.xml$/],
    ['invoice\u202elmx.xml', /^invoicelmx\.xml$/],
  ])('suggests a name that is legal and leads nowhere else: %s', async (name, becomes) => {
    const { suggested, call } = await openDesk()
    await call('attachments.save', { name, base64 })
    expect(suggested).toEqual([expect.stringMatching(becomes)])
  })

  it.each(['invoice.exe', 'invoice.pdf.exe', 'invoice.xml.', 'invoice', 'link.lnk', 'x.pdf\u202e.js', ' .xml'])(
    'refuses what could be a program: %s',
    async (name) => {
      const { folder, suggested, refused } = await openDesk()
      expect(await refused('attachments.save', { name, base64 })).toMatchObject({ tag: 'bad-usage' })
      expect([suggested, readdirSync(folder)]).toEqual([[], []])
    },
  )

  it('writes only where the organisation lets documents be saved', async () => {
    const { folder, refused } = await openDesk({ ArchiveRoots: ['/somewhere/else'] })
    expect(await refused('attachments.save', { name: 'invoice.xml', base64 })).toMatchObject({
      tag: 'set-by-organisation',
    })
    expect(readdirSync(folder)).toEqual([])
  })
})
