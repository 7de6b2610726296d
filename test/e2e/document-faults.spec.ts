import type { Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { documentPassword } from '../exchange-service/documents.ts'
import { brokenPdfs } from '../support/hostile-pdfs.ts'
import { createQuickClock } from '../support/quick-clock.ts'
import { expect, test } from './desk-test.ts'
import { findShipments } from './save-journey.ts'

const data = demoData({ setsPerCustomer: 2 })
const [SET, PROTECTED] = data.sets
const [FIRST] = SET?.row.documents ?? []

test.use({ serviceOptions: { data }, ports: { clock: createQuickClock(50) } })
test.skip(({ host }) => host !== 'shell', 'a quick clock is the shell’s alone')

test.describe('a document in the preview', () => {
  /** One for each document of the set, with what it shows; the last is a scan without text. */
  const cases = [
    { kind: 'empty', says: 'is not a whole PDF', shows: 'BILL OF LADING' },
    { kind: 'html', says: 'is not a whole PDF', shows: 'CERTIFICATE OF ORIGIN' },
    { kind: 'errorEnvelope', says: 'The document could not be produced', shows: 'COMMERCIAL INVOICE' },
    { kind: 'withoutEnd', says: 'is not a whole PDF', shows: '提单通知书' },
    { kind: '403', says: 'This user may not use', shows: '' },
  ] as const

  test('that does not arrive whole is explained in a sentence, and shown once it does', async ({ page, service }) => {
    const documents = SET?.row.documents ?? []
    const spoilFrom = (first: number): void => {
      const rules = cases.map(
        ({ kind }, place) => ({ match: 'document', kind, documentId: documents[place]?.documentId }) as const,
      )
      service.faults.set({ rules: rules.slice(first) })
    }
    spoilFrom(0)
    await openFirstSet(page)
    for (const [place, { says, shows }] of cases.entries()) {
      await expect(page.getByRole('alert')).toContainText(says)
      spoilFrom(place + 1)
      await page.getByRole('button', { name: 'Open it again' }).click()
      await expect(page.getByRole('alert')).toBeHidden()
      await expect(page.locator('.page canvas').first()).toBeVisible()
      await expect(page.locator('.textLayer').first()).toContainText(shows)
      if (place + 1 < cases.length) await page.getByRole('button', { name: 'Next document' }).click()
    }
  })

  test('that is damaged is explained in a sentence, the next one is shown, and a protected one asks for its password @soak', async ({
    page,
    service,
  }) => {
    const noise = brokenPdfs().find(({ name }) => name === 'pages in a circle')
    service.faults.add({ match: 'document', kind: 'otherBody', body: noise?.bytes, documentId: FIRST?.documentId })
    await openFirstSet(page)
    await expect(page.getByRole('alert')).toContainText('damaged')
    await page.getByRole('button', { name: 'Next document' }).click()
    await expect(page.locator('.textLayer').first()).not.toBeEmpty()

    await findShipments(page, PROTECTED?.row.shipmentRef ?? '')
    const grid = page.getByRole('grid', { name: 'Parcel sets' })
    await grid
      .getByRole('row')
      .filter({ hasText: PROTECTED?.row.shipmentRef ?? '-' })
      .click()
    await page.getByRole('list', { name: 'Documents of the set' }).getByText('Letter of Indemnity').click()
    const field = page.getByRole('textbox', { name: 'Password' })
    await field.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(
      page
        .getByText(/password/i)
        .filter({ hasText: /wrong|not/i })
        .first(),
    ).toBeVisible()
    await field.fill(documentPassword)
    await page.keyboard.press('Enter')
    await expect(page.locator('.textLayer').first()).not.toBeEmpty()
  })
})

/** Its first document is shown beside it. */
async function openFirstSet(page: Page): Promise<void> {
  await findShipments(page, SET?.row.shipmentRef ?? '')
  await page.getByRole('grid', { name: 'Parcel sets' }).getByRole('row').nth(1).click()
}
