import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright/test'
import { amendBill, SHOW_SHIPMENT, showData } from '../exchange-service/show-set.ts'
import { axeFindings, contrastFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'
import { paletteField, runCommand } from './palette-steps.ts'
import { chooseConflict, findShipments, openSave, reaches, showDownloads, startSave } from './save-journey.ts'
import { filesIn } from './saved-files.ts'
import { tabTo } from './tab-to.ts'

const BILL = 'Bill of Lading, 4 containers'
const WEIGHED = 'Certificate of weight'

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Set and preview' })
const preview = (page: Page, name: RegExp): Locator => pane(page).getByRole('region', { name })
const about = (page: Page): Locator => pane(page).getByRole('group', { name: 'About this document' })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })

const data = showData()
test.use({ serviceOptions: { data } })

test.describe('a set that is handed over', () => {
  test('is found by a container of its amended bill of lading, checked for signatures, compared with what was saved before, and packed, by keyboard', async ({
    page,
    folder,
    service,
  }) => {
    const findings: string[] = []
    const look = async (screen: string, within?: string): Promise<void> => {
      findings.push(...(await axeFindings(page, screen, within)))
      await page.emulateMedia({ colorScheme: 'dark' })
      findings.push(...(await contrastFindings(page, `${screen}, dark`, within)))
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await findShipments(page, SHOW_SHIPMENT)
    await startSave(page)
    await reaches(page, /^Done/)

    amendBill(service, data.shown, new Date(Date.UTC(2026, 9, 1)))
    await page.keyboard.press('Control+2')
    await findShipments(page, SHOW_SHIPMENT)
    const save = await openSave(page)
    await chooseConflict(page, 'Keep both')
    await save.getByRole('button', { name: /^Save \S+ documents?/ }).press('Enter')
    await expect(save).toBeHidden()
    await showDownloads(page)
    await reaches(page, /^Done/)

    // The amended one alone names this container; it is written there without spaces.
    await page.keyboard.press('Control+k')
    const hits = page.getByRole('group', { name: 'In documents' }).getByRole('option')
    await expect(async () => {
      await paletteField(page).fill('')
      await paletteField(page).fill('pdku 200493-5')
      await expect(hits).toHaveCount(1, { timeout: 1_000 })
    }).toPass()
    await expect(hits).toContainText('PDKU2004935')
    await look('found in documents', '[role="dialog"]')
    await page.keyboard.press('Enter')
    await expect(pane(page).getByRole('searchbox', { name: 'Find in document' })).toHaveValue('PDKU2004935')
    await expect(preview(page, /^Preview of Bill of Lading, 4 containers, saved on /)).toContainText('PDKU2004935')
    await runCommand(page, 'Find words in saved documents')
    await expect(page.getByRole('searchbox', { name: 'Words in saved documents' })).toBeFocused()
    await page.keyboard.type('PDKU-200493.5')
    const list = page.getByRole('list', { name: 'In documents' }).getByRole('listitem')
    await expect(list).toContainText([BILL])
    await look('In documents')
    // This one is named by what was saved first alone, which is what opens.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('demu 410275 7')
    await expect(list).toContainText(['DEMU4102757'])
    await tabTo(page, list.getByRole('button'))
    await page.keyboard.press('Enter')
    await expect(preview(page, /^Preview of Bill of Lading, 4 containers, saved on /)).toContainText('DEMU4102757')
    await expect(pane(page).getByRole('searchbox', { name: 'Find in document' })).toHaveValue('DEMU4102757')

    await goToDocument(page, `${WEIGHED}, signed`)
    await expect(about(page).getByRole('button', { name: '2 digital signatures', exact: true })).toBeVisible()
    await expect(pane(page).getByRole('searchbox', { name: 'Find in document' })).toBeHidden()
    await goToDocument(page, `${WEIGHED}, changed after signing`)
    const changed = about(page).getByRole('button', { name: '1 digital signature, changed since' })
    await tabTo(page, changed)
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Digital signatures')).toContainText('Signed by')
    await look('signatures', '[role="dialog"]')
    await page.keyboard.press('Escape')

    await goToDocument(page, BILL)
    await runCommand(page, 'Compare with the earlier version')
    const differing = page.getByRole('region', { name: 'What differs' }).getByRole('status')
    await expect(differing.first()).toHaveText(/^\d+ words? .*differs? on pages? 1/)
    await expect(page.locator('[data-mark]').first()).toBeAttached()
    await page.keyboard.press('F8')
    await expect(differing.last()).toHaveText(/^1 of \d+\. Page 1: /)
    await look('compared')

    await page.keyboard.press('Control+Shift+m')
    const pack = dialog(page, 'Make a pack')
    await expect(pack.getByRole('option')).toHaveCount(5)
    await look('pack', '[role="dialog"]')
    await tabTo(page, pack.getByRole('button', { name: 'Make the pack…' }))
    await page.keyboard.press('Enter')
    await expect(pack.getByText('Pack made')).toBeVisible()
    const zip = (await filesIn(folder)).find((name) => name.endsWith('.zip')) ?? ''
    await promisify(execFile)('unzip', ['-t', join(folder, zip)])
    expect(findings).toEqual([])
  })
})

async function goToDocument(page: Page, name: string): Promise<void> {
  await page
    .getByRole('list', { name: 'Documents of the set' })
    .getByRole('button', { name, pressed: false })
    .press('Enter')
}
