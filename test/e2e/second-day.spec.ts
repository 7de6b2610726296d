import { readdir } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { expect, signIn, test } from './desk-test.ts'
import { reaches } from './save-journey.ts'
import { openInShell } from './shell-host.ts'

test.use({ isSignedIn: false })

const FIFTY = ['SHP-9999', ...Array.from({ length: 49 }, (_, place) => `SHP-${String(place + 1).padStart(4, '0')}`)]
const looks = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Worklist' })
const line = (page: Page, reference: string): Locator => grid(page).getByRole('row').filter({ hasText: reference })
const onDisk = (row: Locator): Locator => row.locator('[data-column="saved"]')
const saveDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Save documents' })

test.describe('the second day at the desk', () => {
  test('somebody who has read nothing pastes fifty references, reads one, saves it, and finds all of it after a restart', async ({
    host,
    service,
    folder,
    dataDir,
    sharedBrowser,
  }) => {
    test.skip(host !== 'shell', 'opens the desk twice on one data folder')
    const parts = { dataDir, savedDir: folder, demo: { baseUrl: service.url, ...demoUser }, ports: {} }
    const first = await openInShell(await sharedBrowser(), parts, looks)
    const parcel = await pasteAndRead(first.page)
    await saveTicked(first.page)
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.endsWith(`/SHP-0003/TEST ${parcel} Bill of Lading.pdf`))).toHaveLength(1)
    await first.close()

    const second = await openInShell(await sharedBrowser(), parts, looks)
    const { page } = second
    await signIn(page)
    await page.getByRole('navigation').getByRole('button', { name: 'Downloads' }).click()
    await reaches(page, 'Done')
    await page.getByRole('navigation').getByRole('button', { name: 'Worklist' }).click()
    await expect(page.getByRole('button', { name: 'Worklist: SHP-9999 and 49 more' })).toBeVisible()
    await expect(onDisk(line(page, 'SHP-0003'))).toHaveText('In part')
    await page.getByRole('button', { name: 'Show the 3 sets of SHP-0003' }).click()
    await expect(onDisk(line(page, parcel))).toHaveText('Yes')

    await line(page, parcel).getByRole('rowheader').first().click()
    await page.getByRole('region', { name: 'Set and preview' }).getByRole('button', { name: 'Save…' }).click()
    await expect(saveDialog(page).getByRole('checkbox', { name: 'Only new or changed' })).toBeChecked()
    await expect(saveDialog(page).getByRole('button', { name: 'Nothing to save' })).toBeDisabled()
    await second.close()
  })
})

/** Resolves with the parcel whose bill of lading was read on the whole window. */
async function pasteAndRead(page: Page): Promise<string> {
  await signIn(page)
  await page.getByRole('navigation').getByRole('button', { name: 'Worklist' }).click()
  await page.getByRole('textbox', { name: 'Shipment references' }).fill(FIFTY.join('\n'))
  await page.getByRole('button', { name: 'Look them up' }).click()
  const facets = page.getByRole('group', { name: 'Narrow the list to' })
  await expect(page.getByRole('status', { name: 'Lines' })).toContainText('checked')
  await facets.getByRole('button', { name: 'missing' }).click()
  await expect(line(page, 'SHP-9999')).toBeVisible()
  await expect(line(page, 'SHP-0003')).toBeHidden()
  await facets.getByRole('button', { name: 'missing' }).click()

  await page.getByRole('button', { name: 'Show the 3 sets of SHP-0003' }).click()
  const set = line(page, 'PR-2026-').first()
  const parcel = (await set.locator('[data-column="reference"]').innerText()).trim()
  await set.getByRole('rowheader').first().click()
  await page.getByRole('button', { name: 'Read on the whole window' }).click()
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(set).toBeVisible()
  return parcel
}

async function saveTicked(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Set and preview' }).getByRole('button', { name: 'Save…' }).click()
  await saveDialog(page).getByRole('button', { name: 'Choose a folder…' }).click()
  await saveDialog(page)
    .getByRole('button', { name: /^Save \d+ documents?$/ })
    .click()
  await reaches(page, 'Done')
}
