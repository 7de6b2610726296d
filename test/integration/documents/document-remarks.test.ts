import type { Locator } from 'playwright'
import { describe, expect, it } from 'vitest'
import { holdingPdfs } from '../../support/holding-pdfs.ts'
import { demoDocument, openPreview } from '../../support/open-preview.ts'
import { runAxe } from '../../support/run-axe.ts'

const preview = openPreview('http')

async function remarksOn(bytes: Buffer): Promise<Locator> {
  const { page, site, show } = preview()
  await show(await site.add('Holding', bytes))
  return page.getByRole('group', { name: 'About this document' })
}

describe('what a document holds beside its pages', () => {
  it.each([
    ['attached', 'invoice.xml', '<invoice/>'],
    ['pinned', 'weights.csv', 'a;b'],
  ] as const)('is said and can be saved: %s', async (kind, name, content) => {
    const remarks = await remarksOn(holdingPdfs[kind])
    await remarks.getByRole('button', { name: '1 attachment' }).click()
    await preview()
      .page.getByRole('menuitem', { name: `Save “${name}”…` })
      .click()
    await expect.poll(() => preview().takeAsked()).toEqual([`save ${name}: ${content}`])
  })

  it.each([
    ['portfolio', '1 document inside; only the cover is shown.'],
    ['xfa', 'This form can be shown only by Adobe Reader.'],
  ] as const)('is said, with the system’s reader beside it: %s', async (kind, says) => {
    const remarks = await remarksOn(holdingPdfs[kind])
    await remarks.getByText(says, { exact: true }).waitFor()
    await remarks.getByRole('button', { name: 'Open in the system’s reader' }).click()
    expect(await preview().takeAsked()).toEqual(['reader'])
    expect(await runAxe(preview().page, { include: [['section']] })).toEqual([])
  })

  it('is nothing of an ordinary document, also after one that held something', async () => {
    const remarks = await remarksOn(holdingPdfs.attached)
    await remarks.waitFor()
    await remarksOn(await demoDocument('bill-of-lading'))
    await preview().page.locator('.textLayer').getByText('BILL OF LADING').first().waitFor()
    await preview().page.evaluate('window.previewPage.settled()')
    expect(await remarks.count()).toBe(0)
  })
})
