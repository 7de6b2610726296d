import type { Locator, Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { type Desk, expect, type HostOptions, test } from './desk-test.ts'
import { rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Set and preview' })
const documents = (page: Page): Locator => pane(page).getByRole('list', { name: 'Documents of the set' })
const preview = (page: Page, name: string): Locator => pane(page).getByRole('region', { name: `Preview of ${name}` })
const text = (page: Page, name: string): Locator => preview(page, name).locator('.textLayer').first()

interface Box {
  readonly scrollWidth: number
  readonly clientWidth: number
}

/** How many parts of a line end in an ellipsis. */
function cutParts(line: Box & { readonly children: Iterable<Box> }): number {
  return [line, ...line.children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length
}

/** The first set of Aurora Grain: five documents of every common kind. */
async function openFirstSet(page: Page): Promise<void> {
  await findShipments(page, 'SHP-0001')
  await rows(page).filter({ hasText: 'PR-2026-00001' }).getByRole('rowheader').first().click()
  await expect(pane(page).getByRole('heading', { name: /PR-2026-00001/ })).toBeVisible()
}

test.describe('a set', () => {
  test('is read by keyboard from document to document, two side by side, with every field, and what is on this disk @app-origin', async ({
    page,
    desk,
    folder,
    host,
  }) => {
    await openFirstSet(page)
    await expect(text(page, 'Bill of Lading')).toContainText('BILL OF LADING')
    // From the grid, where the keyboard still is.
    await page.keyboard.press('n')
    await expect(documents(page).getByRole('button', { pressed: true })).toContainText('C/O EUR.1')
    await expect(text(page, 'C/O EUR.1 no. 4471/26')).toContainText('CERTIFICATE OF ORIGIN')
    await page.keyboard.press('p')
    await page.keyboard.press('p')
    await expect(documents(page).getByRole('button', { pressed: true })).toContainText('scan0001.JPG')
    await page.keyboard.press('n')
    await expect(text(page, 'Bill of Lading')).toContainText('BILL OF LADING')

    await documents(page).getByRole('listitem').nth(1).getByRole('button', { name: 'Show beside' }).click()
    await expect(text(page, 'Bill of Lading')).toContainText('BILL OF LADING')
    await expect(text(page, 'C/O EUR.1 no. 4471/26')).toContainText('CERTIFICATE OF ORIGIN')
    // The one beside changes places with it when it is chosen.
    await documents(page).getByRole('button', { name: 'C/O EUR.1' }).first().click()
    await expect(pane(page).getByRole('region', { name: /^Preview of/ })).toHaveCount(2)
    // Once for each document, also where the tools of both have room.
    await expect(pane(page).getByRole('button', { name: /system/ })).toHaveCount(5)
    await documents(page).getByRole('button', { name: 'Show one document' }).click()
    await expect(pane(page).getByRole('region', { name: /^Preview of/ })).toHaveCount(1)
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible()

    await expect(pane(page)).toContainText('2 of 2')
    const voyage = pane(page).getByRole('paragraph').filter({ hasText: 'MT Vistula Pride' })
    await expect(voyage).toContainText('Paranaguá → Tarragona')
    expect(await voyage.evaluate(cutParts)).toBe(0)
    await page.getByRole('tab', { name: 'Fields' }).click()
    const field = (name: string): Locator => pane(page).locator('dl > div').filter({ hasText: name }).first()
    await expect(field('State')).toContainText('Signed“signed”')
    await expect(field('Changed')).toContainText('03 Mar 2026 14:05“3 March 2026, 14:05”')
    await expect(field('Quantity')).toContainText('1000“1000 null”')
    await expect(field('From')).toContainText('unknown')
    await pane(page).getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByText('Set copied as received')).toBeVisible()
    const received: unknown = JSON.parse(await desk.readClipboard())
    expect(received).toMatchObject({ parcelRef: 'PR-2026-00001', quantity: '1000 null', fromParty: null })

    await findOnDisk({ page, desk, folder, host })
  })

  test.describe('whose documents the service has not listed', () => {
    test.use({ serviceOptions: { documentsOnlyWhenUnique: true } })

    test('asks for them on demand', async ({ page }) => {
      await findShipments(page, 'SHP-0003')
      await rows(page).first().getByRole('rowheader').first().click()
      await expect(pane(page)).toContainText('The service has not listed the documents of this set')
      await pane(page).getByRole('button', { name: 'Ask for its documents' }).click()
      await expect(documents(page).getByRole('listitem')).toHaveCount(2)
      await expect(text(page, 'Bill of Lading')).toContainText('BILL OF LADING')
    })
  })

  test.describe('with names that reverse their surroundings, or are blank', () => {
    const data = demoData({ setsPerCustomer: 2 })
    const first = data.sets.find(({ row }) => row.parcelRef === 'PR-2026-00001')
    const [turning, blank] = first?.row.documents ?? []
    if (first === undefined || turning === undefined || blank === undefined) throw new Error('the set has no documents')
    turning.name = 'invoice\u202Efdp.exe'
    blank.name = ''
    first.row.vesselName = '\u2067MV Turned'
    test.use({ serviceOptions: { data } })

    test('draws them isolated, with hidden characters marked, in list, heading and cells @soak', async ({ page }) => {
      await openFirstSet(page)
      const shown = 'invoice⟨RLO⟩fdp.exe'
      await expect(documents(page).getByRole('listitem').first().locator('bdi')).toHaveText(shown)
      await expect(preview(page, shown).getByRole('heading').locator('bdi')).toHaveText(shown)
      await expect(documents(page).getByRole('listitem').nth(1)).toContainText(blank.docType)
      await expect(rows(page).first().locator('bdi', { hasText: '⟨RLI⟩MV Turned' })).toBeAttached()
      await startSave(page)
      await reaches(page, 'Done')
      const saved = page.getByRole('grid', { name: 'Documents' }).getByRole('row')
      await expect(saved.filter({ hasText: shown })).toHaveCount(1)
      await expect(saved.filter({ hasText: 'No name' })).toHaveCount(1)
    })
  })
})

/** Says where its documents are on this disk, since when, and opens them there. */
async function findOnDisk({
  page,
  desk,
  folder,
  host,
}: Pick<Desk & HostOptions, 'page' | 'desk' | 'folder' | 'host'>): Promise<void> {
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(documents(page).getByRole('listitem')).toHaveCount(5)
  await expect(documents(page).getByRole('button', { name: 'Show in folder' })).toHaveCount(0)
  await startSave(page, '{parcelRef} {documentId}')
  await reaches(page, 'Done')
  await page.keyboard.press('Control+2')
  const first = documents(page).getByRole('listitem').first()
  await expect(first).toContainText('Saved')
  await expect(first).toContainText(folder)
  await first.getByRole('button', { name: 'Show in folder' }).click()
  await first.getByRole('button', { name: 'Open in the system’s reader' }).click()
  await expect.poll(async () => (await desk.askedOfSystem()).map(({ what }) => what)).toEqual(['show', 'open'])
  const [shown, opened] = await desk.askedOfSystem()
  expect(shown?.paths).toEqual([expect.stringContaining(folder)])
  expect(opened?.paths).toEqual([expect.stringMatching(/\.pdf$/)])

  await first.dispatchEvent('dragstart')
  // Electron hands the file to the system, where no test can follow it.
  if (host !== 'electron') await expect.poll(async () => (await desk.askedOfSystem())[2]?.what).toBe('drag')

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(pane(page).getByRole('list')).toContainText('first found by a search')
  await expect(pane(page).getByRole('list')).toContainText(/saved/i)
}
