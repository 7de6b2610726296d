import type { Locator, Page } from 'playwright/test'
import { SHOW_SHIPMENT, showData } from '../exchange-service/show-set.ts'
import { axeFindings, contrastFindings } from './axe.ts'
import { expect, test } from './desk-test.ts'
import { runCommand } from './palette-steps.ts'
import { rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'
import { failOnce, holdCalls } from './two-presses.ts'

const DIALOG = '[role="dialog"]'
const pane = (page: Page): Locator => page.getByRole('region', { name: 'Set and preview' })
const documents = (page: Page): Locator => page.getByRole('list', { name: 'Documents of the set' })
const about = (page: Page): Locator => pane(page).getByRole('group', { name: 'About this document' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Digital signatures' })
const signature = (page: Page, number: number): Locator =>
  dialog(page).getByRole('region', { name: `Signature ${number}` })

async function openShown(page: Page): Promise<void> {
  await findShipments(page, SHOW_SHIPMENT)
  await rows(page).first().getByRole('rowheader').first().click()
}

async function showDocument(page: Page, name: string): Promise<void> {
  await documents(page).getByRole('button', { name, pressed: false }).click()
}

test.describe('the digital signatures of a document', () => {
  test.use({ serviceOptions: { data: showData() } })

  test('are told above its pages and by the palette, in three answers: of a signed one, a changed one, and one without, whose count by the service is something else', async ({
    page,
  }) => {
    await openShown(page)
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
    await runCommand(page, 'show the signatures')
    await expect(dialog(page)).toContainText(
      'This PDF carries no digital signature. The service says 2 of 3 have signed.',
    )
    await page.keyboard.press('Escape')
    await expect(about(page)).toHaveCount(0)

    await showDocument(page, 'Certificate of weight, signed')
    const button = about(page).getByRole('button', { name: '2 digital signatures', exact: true })
    await button.press('Enter')
    await expect(signature(page, 1)).toContainText('What was signed is unchanged; 1 change was added')
    await expect(signature(page, 2)).toContainText('Unchanged since it was signed.')
    await expect(signature(page, 2)).toContainText('Signed by “Paul Okafor” on')
    await expect(signature(page, 2)).toContainText('not known to this computer')
    await expect(dialog(page)).toContainText('as the service sent it, not from a saved file')
    expect(await axeFindings(page, 'signatures', DIALOG)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()

    await startSave(page, '{name}')
    await reaches(page, 'Done')
    await page.keyboard.press('Control+2')
    await openShown(page)
    await showDocument(page, 'Certificate of weight, changed after signing')
    await about(page).getByRole('button', { name: '1 digital signature, changed since' }).click()
    await expect(signature(page, 1)).toContainText('Changed since it was signed')
    await expect(dialog(page)).toContainText('Read from the saved file.')
    for (const look of [{ colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }] as const) {
      await page.emulateMedia(look)
      expect(await contrastFindings(page, 'signatures', DIALOG)).toEqual([])
    }
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('are waited for by nobody, and asked for again where they could not be read', async ({ page }) => {
    const held = await holdCalls(page, 'documents.signatures')
    await openShown(page)
    await showDocument(page, 'Certificate of weight, signed')
    await expect(page.locator('.textLayer').first()).toContainText('CERTIFICATE OF WEIGHT')
    await runCommand(page, 'show the signatures')
    await expect(dialog(page)).toContainText('Reading the document…')
    const failing = await failOnce(dialog(page), 'documents.signatures', 'The disk is gone.')
    await page.keyboard.press('Escape')
    await runCommand(page, 'show the signatures')
    failing.letGo()
    await expect(dialog(page)).toContainText('The disk is gone.')
    held.letGo()
    await dialog(page).getByRole('button', { name: 'Try again' }).click()
    await expect(signature(page, 2)).toContainText('Unchanged since it was signed.')
  })
})
