import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { z } from 'zod'
import { demoData } from '../exchange-service/demo-data.ts'
import { expect, test } from './desk-test.ts'
import {
  chooseConflict,
  findCustomers,
  openSave,
  planAll,
  reaches,
  showDownloads,
  shownJob,
  startSave,
} from './save-journey.ts'
import { filesIn, savedFiles } from './saved-files.ts'
import { typedCommand } from './typed-command.ts'

const data = demoData({ setsPerCustomer: 2 })
/** A slash in the name; Chinese; a name that another customer has in small letters. */
const CUSTOMERS = ['Ærø Shipping A/S', '华东粮油贸易有限公司', 'MERIDIAN COMMODITIES LTD']
/** One customer, two sets: seven documents, two of them bills of lading. */
const CUSTOMER = 'Aurora Grain AG'

test.use({ serviceOptions: { data } })

test.describe('saving', () => {
  test('writes the whole documents of three customers to the disk, each customer in a separate folder', async ({
    page,
    folder,
  }) => {
    await findCustomers(page, ...CUSTOMERS)
    const dialog = await openSave(page)
    const wanted = CUSTOMERS.flatMap(documentsOf)
    await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{customer}/{parcelRef}/{docType} {documentId}')
    await dialog.getByRole('button', { name: `Save ${wanted.length} documents` }).click()
    await reaches(page, 'Done')

    const files = await savedFiles(folder)
    expect(files.map(({ documentId }) => documentId).toSorted()).toEqual(wanted.toSorted())
    const owners = new Map(files.map(({ path, customerName }) => [path.split('/')[0], customerName ?? '']))
    expect([...owners.values()].toSorted()).toEqual(CUSTOMERS.toSorted())
  })

  test('shows an example while the pattern is typed, says what is wrong with it, keeps it after Esc, and under a name @soak', async ({
    page,
  }) => {
    await findCustomers(page, CUSTOMER)
    const dialog = await openSave(page)
    const pattern = dialog.getByRole('textbox', { name: 'Name pattern' })
    await expect(pattern).toHaveAccessibleDescription('A slash makes a folder')
    await pattern.fill('{customer}/{shipmentRef}/')
    await dialog.getByRole('button', { name: 'Add {docType}' }).click()
    await expect(pattern).toHaveValue('{customer}/{shipmentRef}/{docType}')
    await expect(pattern).toBeFocused()
    await expect(dialog.getByText('Aurora Grain AG/SHP-0001/TEST Bill of Lading.pdf')).toBeVisible()

    await pattern.fill('{customer}/{vessell}')
    await expect(dialog.getByText('{vessell}', { exact: false }).last()).toBeVisible()
    await expect(dialog.getByText('correct the name pattern first')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save documents' })).toBeDisabled()
    await expect(dialog.getByText('TEST Bill of Lading.pdf')).toBeHidden()

    await pattern.fill('{customer}/{vesselName} {documentId}')
    await expect(dialog.getByRole('button', { name: 'Save 7 documents' })).toBeEnabled()

    await pattern.fill('x'.repeat(2_000))
    await expect(dialog.getByText('The name pattern has 2,000 characters; 1,000 are allowed.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save documents' })).toBeDisabled()
    await expect(dialog.getByRole('button', { name: 'Save pattern…' })).toBeDisabled()

    // Each name once, and none of an earlier pattern.
    const examples = dialog.getByText('Example', { exact: true }).locator('..').getByRole('listitem')
    await pattern.fill('fixed')
    await expect(examples).toHaveText(['TEST fixed.pdf'])
    await pattern.fill('{customer}/{parcelRef}')
    await expect(examples).toHaveCount(2)
    await expect(examples.filter({ hasText: 'fixed' })).toHaveCount(0)
    await pattern.fill('other')
    await expect(examples).toHaveText(['TEST other.pdf'])

    await pattern.fill('{consignee}/{name}')
    await expect(dialog.getByRole('button', { name: 'Save 7 documents' })).toBeEnabled()
    await dialog.getByRole('button', { name: 'Save pattern…' }).click()
    await page.getByRole('textbox', { name: 'Name of the pattern' }).fill('Bank files')
    // Which must not save the documents as well.
    await page.keyboard.press('Enter')
    await pattern.fill('{name}')
    await dialog.getByRole('button', { name: 'Saved patterns' }).click()
    await page.getByText('Bank files').click()
    await expect(pattern).toHaveValue('{consignee}/{name}')

    await page.setViewportSize({ width: 1440, height: 700 })
    await pattern.fill('{vesselName}/{documentId}')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await openSave(page)
    await expect(pattern).toHaveValue('{vesselName}/{documentId}')
    await expect(dialog.getByRole('tree', { name: 'Folders and files of the plan' })).toBeVisible()
  })

  test('plans every file as a tree, and marks names with an id added because others have them too', async ({
    page,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    const dialog = await openSave(page)
    await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{customer}/{docType}')
    const tree = dialog.getByRole('tree')
    await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(7)
    await expect(dialog.getByText('7 documents in 1 folder;')).toBeVisible()
    const marked = await tree.getByRole('treeitem').filter({ hasText: 'id added' }).count()
    expect(marked).toBeGreaterThan(0)
    await dialog.getByText(`Id added ${marked}`).click()
    await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(marked)
    await dialog.getByText('All 7').click()
    const planned = await plannedPaths(page)
    await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
    await reaches(page, 'Done')
    expect(await filesIn(folder)).toEqual(planned)
  })

  test('saves the chosen document types, and later only what is new @soak', async ({ page, folder }) => {
    await findCustomers(page, CUSTOMER)
    const first = await openSave(page)
    await first.getByRole('textbox', { name: 'Name pattern' }).fill('{parcelRef} {documentId}')
    await first.getByRole('button', { name: /^Document types/ }).click()
    await page.getByRole('option', { name: 'Bill of Lading' }).click()
    await page.keyboard.press('Escape')
    await expect(first.getByRole('checkbox', { name: 'Only new or changed' })).not.toBeChecked()
    await first.getByRole('button', { name: 'Save 2 documents' }).click()
    await reaches(page, 'Done')
    expect(await filesIn(folder)).toHaveLength(2)

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const second = await openSave(page)
    await expect(second.getByRole('checkbox', { name: 'Only new or changed' })).toBeChecked()
    await expect(second.getByText('2 are already here, unchanged, and will not be fetched.')).toBeVisible()
    await expect(second.getByRole('tree').getByText('already there')).toHaveCount(2)
    await second.getByRole('button', { name: 'Save 5 documents' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(folder)).toHaveLength(7)

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const third = await openSave(page)
    await expect(third.getByRole('button', { name: 'Nothing to save' })).toBeDisabled()
  })

  test('says what replacing does, offers the harmless choice first, and keeps both versions with it', async ({
    page,
    folder,
    service,
  }) => {
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await reaches(page, 'Done')
    const [changed = ''] = documentsOf(CUSTOMER)
    const path = (await savedFiles(folder)).find(({ documentId }) => documentId === changed)?.path ?? ''
    const before = await readFile(join(folder, path))
    service.changeDocument(changed)

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const dialog = await openSave(page)
    await planAll(dialog)
    await chooseConflict(page, 'Replace the existing file')
    await expect(dialog.getByText('What they hold now cannot be restored.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save 7 documents and replace 7 files' })).toBeEnabled()
    await expect(dialog.getByText('7 files in the folder will be replaced.')).toBeVisible()
    await dialog.getByText('Replaced 7').click()
    await expect(dialog.getByRole('treeitem').filter({ hasText: /replaces .* of .* → / })).toHaveCount(7)
    await dialog.getByRole('button', { name: 'Keep both versions instead' }).click()
    await dialog.getByRole('button', { name: 'Save 7 documents', exact: true }).click()
    await reaches(page, 'Done')
    await expect(shownJob(page).getByText('Already there 6')).toBeVisible()
    expect(await readFile(join(folder, path))).toEqual(before)
    expect(await savedFiles(folder)).toHaveLength(8)
  })

  test('replaces files if the user chooses so, and otherwise leaves unknown files alone @soak', async ({
    page,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    const [one = ''] = documentsOf(CUSTOMER)
    const path = join(folder, `TEST ${one}.pdf`)
    await writeFile(path, 'not ours')
    const choices = ['Leave the existing file', 'Replace the existing file'] as const
    for (const choice of choices) {
      const dialog = await openSave(page)
      await dialog.getByRole('textbox', { name: 'Name pattern' }).fill('{documentId}')
      if (choice !== choices[0]) await planAll(dialog)
      await chooseConflict(page, choice)
      await expect(dialog.getByText(/already here and will be (left|replaced)/)).toBeVisible()
      await dialog.getByRole('button', { name: /^Save [67] documents/ }).click()
      await reaches(page, 'Done')
      const isReplaced = choice.startsWith('Replace')
      expect((await readFile(path, 'latin1')).startsWith(isReplaced ? '%PDF-' : 'not ours')).toBe(true)
      await page.getByRole('button', { name: 'Search', exact: true }).click()
    }
  })

  test('can be copied as a command line that plans exactly the same files @soak', async ({ page, desk, root }) => {
    await findCustomers(page, CUSTOMER, '华东粮油贸易有限公司')
    const dialog = await openSave(page)
    await dialog.getByRole('textbox', { name: 'Name pattern' }).fill("{customer}/it's {parcelRef} {name}")
    await dialog.getByRole('button', { name: /^Document types/ }).click()
    await page.getByRole('option', { name: 'Uploadable Document' }).click()
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('treeitem', { level: 2 }).first()).toBeVisible()
    const planned = await plannedPaths(page)
    await dialog.getByRole('button', { name: 'Copy as command line' }).click()
    await expect(page.getByText('Command line copied.')).toBeVisible()
    const line = await desk.readClipboard()

    const printed = await typedCommand(root, `${line} --dry-run --json`)
    const { folder, documents } = plan.parse(JSON.parse(printed))
    expect(documents.map(({ path }) => path.slice(folder.length + 1)).toSorted()).toEqual(planned)
  })

  test('is chosen with the mouse alone: a ready-made pattern, a token, the way back, and the next day only what is new @soak', async ({
    page,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    const first = await openSave(page)
    const pattern = first.getByRole('textbox', { name: 'Name pattern' })
    await expect(pattern).toHaveValue('{customer}/{shipmentRef}/{parcelRef} {title}')
    await expect(first.getByRole('button', { name: 'By shipment' })).toHaveAttribute('aria-pressed', 'true')
    // The whole pattern is in sight, however long.
    for (const token of ['title', 'docType']) await first.getByRole('button', { name: `Add {${token}}` }).click()
    await expect.poll(() => pattern.evaluate(hiddenPixels)).toBe(0)
    const typed = await pattern.inputValue()
    await first.getByRole('button', { name: 'By parcel' }).click()
    await expect(pattern).toHaveValue('{customer}/{parcelRef}/{parcelRef} {title}')
    await first.getByRole('button', { name: 'As typed' }).click()
    await expect(pattern).toHaveValue(typed)
    await first.getByRole('button', { name: 'By shipment' }).click()
    await expect(first.getByRole('treeitem', { name: /TEST PR-2026-\d+ Bill of Lading\.pdf/ })).toHaveCount(2)
    await expect(first.getByRole('tree')).not.toContainText('Uploadable')
    await first.getByRole('button', { name: 'Save 7 documents' }).click()
    await reaches(page, 'Done')
    const before = await filesIn(folder)
    expect(before.filter((file) => / TEST |\/TEST PR-2026-\d+ /.test(file))).toHaveLength(7)

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const second = await openSave(page)
    await expect(second.getByRole('checkbox', { name: 'Only new or changed' })).toBeChecked()
    await expect(second.getByRole('button', { name: 'Nothing to save' })).toBeDisabled()
    await second.getByText('Only new or changed').click()
    await second.getByRole('button', { name: 'Save 7 documents' }).click()
    await expect(second).toBeHidden()
    await showDownloads(page)
    await expect(shownJob(page).getByText('Already there 7')).toBeVisible()
    // Until then the folder says who is saving.
    await reaches(page, 'Done')
    expect(await filesIn(folder)).toEqual(before)
  })

  test('says who saves into the folder as well, by name, before the save and during it', async ({
    page,
    folder,
    service,
  }) => {
    await announceOther(folder, { user: 'anna', host: 'PC-\u202E7' })
    await findCustomers(page, CUSTOMER)
    const dialog = await openSave(page)
    const notice = /^Also saving into this folder now: anna on PC-.*7\. You can save at the same time/
    await expect(dialog.getByText(notice)).toBeVisible()
    const gate = service.hold('document')
    await dialog.getByRole('textbox', { name: 'Name pattern' }).press('Enter')
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Downloads/ }).click()
    await expect(shownJob(page).getByText(notice)).toBeVisible()
    gate.open()
    await reaches(page, 'Done')
    await expect(shownJob(page).getByText(notice)).toBeHidden()
    expect((await filesIn(folder)).filter((file) => file.endsWith('.pdf'))).toHaveLength(7)
  })
})

/** What another computer leaves in a folder while it saves into it; dated so that it counts as long as a test may take. */
async function announceOther(folder: string, who: { user: string; host: string }): Promise<void> {
  const file = join(folder, '.parcel-desk', `saving-${'a'.repeat(16)}.json`)
  await mkdir(dirname(file))
  const other = { version: 1, ...who, pid: 1, job: '20260303T1000-0a1b2c3d', since: '2026-03-03T10:00:00Z' }
  await writeFile(file, JSON.stringify(other))
  const later = new Date(Date.now() + 300_000)
  await utimes(file, later, later)
}

/** What of a field is out of sight. */
function hiddenPixels(field: { scrollHeight: number; clientHeight: number; scrollWidth: number; clientWidth: number }) {
  return Math.max(0, field.scrollHeight - field.clientHeight) + Math.max(0, field.scrollWidth - field.clientWidth)
}

const plan = z.object({ folder: z.string(), documents: z.array(z.object({ path: z.string() })) })

function documentsOf(customerName: string): string[] {
  const owner = data.counterparties.find((one) => one.customerName === customerName)?.customerId
  const sets = data.sets.filter(({ customerId }) => customerId === owner)
  return sets.flatMap(({ row }) => row.documents.map(({ documentId }) => documentId))
}

/** The files of the plan that the dialog shows; all of its tree must be in sight. */
async function plannedPaths(page: Page): Promise<string[]> {
  const files = await page.getByRole('tree').locator('[role=treeitem]:not([aria-expanded])').all()
  const paths = await Promise.all(files.map((file) => file.getAttribute('title')))
  return paths.map((path) => path ?? '').toSorted()
}
