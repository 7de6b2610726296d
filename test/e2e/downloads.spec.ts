import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import type { DeskHost } from './desk-host.ts'
import { expect, test } from './desk-test.ts'
import { runCommand } from './palette-steps.ts'
import { findCustomers, reaches, shownJob, startSave } from './save-journey.ts'
import { filesIn, savedFiles } from './saved-files.ts'
import { tabTo } from './tab-to.ts'

const data = demoData({ setsPerCustomer: 2 })
/** Two sets with seven documents. */
const CUSTOMER = 'Aurora Grain AG'
const [FIRST] = data.sets[0]?.row.documents ?? []

test.use({ serviceOptions: { data } })

test.describe('a running save', () => {
  test('is cancelled only after a question, and pauses once started documents are stored: nothing is fetched twice', async ({
    page,
    folder,
    service,
  }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await expect.poll(() => gate.waiting).toBe(4)
    await page.getByRole('button', { name: 'Cancel…' }).click()
    const question = page.getByRole('alertdialog', { name: 'Cancel this save?' })
    await expect(question).toContainText('7 documents will not be saved.')
    await expect(question.getByRole('button', { name: 'Keep the save' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await reaches(page, 'Saving')

    await page.getByRole('button', { name: 'Cancel…' }).click()
    await question.getByRole('button', { name: 'Cancel the save' }).click()
    await reaches(page, 'Cancelled')
    gate.open()
    await expect(page.getByRole('button', { name: 'Resume' })).toBeHidden()
    expect(await filesIn(folder)).toEqual([])

    const asked = service.counts.document
    const second = service.hold('document')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await startSave(page)
    await reaches(page, 'Saving')
    await expect.poll(() => second.waiting).toBe(4)
    await page.getByRole('button', { name: 'Pause' }).click()
    await reaches(page, 'Pausing')
    second.open()
    await reaches(page, 'Paused')
    await expect(shownJob(page).getByText('4 of 7 documents', { exact: false })).toBeVisible()
    expect(await filesIn(folder)).toHaveLength(4)
    await expect(shownJob(page).getByText('Waiting 3')).toBeVisible()

    await page.getByRole('button', { name: 'Resume' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(folder)).toHaveLength(7)
    expect(service.counts.document - asked).toBe(7)
  })

  test('makes others wait, and each of them finishes @soak', async ({ page, desk, root, folder, service }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const other = join(root, 'other folder')
    await desk.answerDialogs(other)
    await page.getByRole('button', { name: /^Save all/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
    await reaches(page, 'Waiting for its turn')
    await expect(page.getByRole('button', { name: 'Downloads, 2 waiting' })).toBeVisible()
    const jobs = page.getByRole('listbox', { name: 'Saves' })
    await expect(jobs.getByRole('option')).toHaveCount(2)
    await expect(jobs.getByRole('option').filter({ hasText: 'Saving' })).toHaveCount(1)

    gate.open()
    await expect(jobs.getByRole('option').filter({ hasText: 'Done' })).toHaveCount(2)
    expect(await savedFiles(folder)).toHaveLength(7)
    expect(await savedFiles(other)).toHaveLength(7)
  })
})

test.describe('a finished save', () => {
  test('is copied as a list, its documents are opened and shown, and it groups them by set, also after a reload', async ({
    page,
    desk,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await reaches(page, 'Done')
    await page.getByRole('button', { name: 'Copy list' }).click()
    await expect(page.getByText('7 lines copied.')).toBeVisible()
    const lines = (await desk.readClipboard()).trimEnd().split(/\r?\n/)
    expect(lines).toHaveLength(8)
    const files = await savedFiles(folder)
    expect(lines.slice(1).map((line) => line.split('\t').at(-1))).toEqual(files.map(({ documentId }) => documentId))

    await page.getByRole('grid').getByRole('row').nth(1).click()
    await page.getByRole('button', { name: 'Show in folder' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const paths = [join(folder, files[0]?.path ?? '')]
    await expect
      .poll(() => desk.askedOfSystem())
      .toEqual([
        { what: 'show', paths },
        { what: 'open', paths },
      ])

    await page.reload()
    const job = page.getByRole('listbox', { name: 'Saves' }).getByRole('option')
    await expect(job).toContainText(`${CUSTOMER}, 2 sets`)
    await expect(shownJob(page).getByRole('heading', { name: `${CUSTOMER}, 2 sets` })).toBeVisible()
    const [first, second] = data.sets
    const grid = page.getByRole('grid', { name: `Documents of ${CUSTOMER}, 2 sets` })
    const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') })
    await expect(rows).toHaveCount(7)
    await expect(rows.first()).toContainText(first?.row.parcelRef ?? '-')
    await expect(rows.first()).toContainText(first?.row.shipmentRef ?? '-')
    await expect(rows.first()).toContainText(CUSTOMER)
    // What is described below the list is marked in it, wherever the focus is.
    await rows.nth(1).click()
    await page.getByRole('button', { name: 'Copy path' }).focus()
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')

    await page.getByText('Group by set').click()
    const headings = grid.locator('th[scope="rowgroup"]')
    await expect(headings).toHaveText([
      new RegExp(`${first?.row.parcelRef}.*${first?.row.documents.length} documents, .* saved`),
      new RegExp(`${second?.row.parcelRef}.*${second?.row.documents.length} documents, .* saved`),
    ])
    await grid.focus()
    await page.keyboard.press('Home')
    for (let press = 0; press < (first?.row.documents.length ?? 0); press += 1) await page.keyboard.press('ArrowDown')
    await expect(rows.nth(first?.row.documents.length ?? 0)).toHaveAttribute('aria-selected', 'true')
  })

  test('that is not complete is seen from every place, says why and what next, and retries only what failed', async ({
    page,
    folder,
    service,
  }) => {
    service.faults.add({ match: 'document', kind: '404', documentId: FIRST?.documentId })
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await expect.poll(() => gate.waiting).toBeGreaterThan(0)
    await page.keyboard.press('Control+2')
    gate.open()
    await expect(page.getByRole('region', { name: 'Notices' })).toContainText(`${CUSTOMER}, 2 sets: 1 not saved.`)
    await expect(page.getByRole('button', { name: 'Downloads, 1 save not complete' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Saves: 1 save not complete' })).toBeVisible()
    await page.keyboard.press('Control+j')
    await reaches(page, '1 not saved')
    await expect(page.getByRole('button', { name: 'Downloads', exact: true })).toBeVisible()

    await expect(page.getByRole('alert')).toContainText('1 of 7 documents could not be saved.')
    await page.getByText('Not saved 1').click()
    const row = page.getByRole('grid').getByRole('row').nth(1)
    await expect(row).toContainText('The service does not know what')
    await expect(shownJob(page)).toContainText('It may have been removed; search again.')

    service.faults.clear()
    const before = service.counts.document
    await page.getByRole('button', { name: 'Retry 1 failed' }).click()
    await reaches(page, 'Done')
    expect(service.counts.document - before).toBe(1)
    expect(await savedFiles(folder)).toHaveLength(7)
  })

  test('has a menu, and is compared with its folder, by which what is missing is fetched again @soak', async ({
    page,
    desk,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await reaches(page, 'Done')
    const job = page.getByRole('listbox', { name: 'Saves' }).getByRole('option')
    const menu = page.getByRole('menu', { name: 'Save' })
    await job.click({ button: 'right' })
    await menu.getByRole('menuitem', { name: 'Copy the path of the folder' }).click()
    await expect(page.getByText('Path copied')).toBeVisible()
    expect(await desk.readClipboard()).toBe(folder)

    await job.focus()
    await page.keyboard.press('ContextMenu')
    // What this save cannot do is passed over.
    await expect(menu.getByRole('menuitem', { name: 'Open the folder of this save' })).toBeFocused()
    await page.keyboard.press('End')
    await expect(menu.getByRole('menuitem', { name: 'Undo this save…' })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const verified = page.getByRole('dialog', { name: 'Verify folder' })
    await expect(verified).toContainText('there and unchanged')
    await page.keyboard.press('Escape')
    await expect(job).toBeFocused()

    const [missing = ''] = await filesIn(folder)
    await rm(join(folder, missing))
    await runCommand(page, 'verify the folder')
    await tabTo(page, verified.getByRole('button', { name: 'Fetch 1 again' }))
    await page.keyboard.press('Enter')
    await expect(verified).toBeHidden()
    await expect(shownJob(page).getByText('1 of 1 document', { exact: false })).toBeVisible()
    await reaches(page, 'Done')
    await expect(page.locator(':focus')).toBeVisible()
    expect(await filesIn(folder)).toContain(missing)
    await compareFileByFile(page, desk, folder)
  })

  test('is undone by keyboard and by mouse: what it wrote goes, what was changed since stays, a moved folder is missed @soak', async ({
    page,
    folder,
  }) => {
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await reaches(page, 'Done')
    await rename(folder, `${folder} moved`)
    await runCommand(page, 'undo this save')
    const told = page.getByRole('dialog', { name: 'Undo this save' })
    await expect(told.getByRole('alert')).toContainText('is no longer there')
    await page.keyboard.press('Escape')
    await expect(told).toBeHidden()

    await rename(`${folder} moved`, folder)
    const button = page.getByRole('button', { name: 'Undo this save…' })
    await button.focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Undo this save?' })
    await expect(question.getByRole('button', { name: 'Remove 7 files' })).toBeVisible()
    await expect(question.getByRole('button', { name: 'Keep the files' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(told).toContainText('7 files removed.')
    await page.keyboard.press('Escape')
    await reaches(page, 'Undone')
    expect(await filesIn(folder)).toEqual([])
    await expect(button).toBeFocused()

    await writeFile(join(folder, 'of a stranger.txt'), 'x')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await startSave(page)
    await reaches(page, 'Done')
    const [changed = ''] = await filesIn(folder)
    await appendFile(join(folder, changed), 'x')

    await button.click()
    await expect(question).toContainText('7 files that this save wrote')
    await question.getByRole('button', { name: 'Keep the files' }).click()
    expect(await filesIn(folder)).toHaveLength(8)

    await button.click()
    await question.getByRole('button', { name: 'Remove 7 files' }).click()
    await expect(told).toContainText('6 files removed, 1 kept.')
    await expect(told.getByRole('region', { name: 'Changed since' })).toContainText(changed)
    await told.getByRole('button', { name: 'Close' }).last().click()
    await reaches(page, 'Partly undone')
    expect(await filesIn(folder)).toEqual([changed, 'of a stranger.txt'].toSorted())
    await page.getByText('Removed 6').click()
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(7)
  })
})

/** A folder that holds what one save wrote, whole. */
async function compareFileByFile(page: Page, desk: DeskHost, folder: string): Promise<void> {
  await page.getByRole('button', { name: 'Verify folder' }).click()
  const verified = page.getByRole('dialog', { name: 'Verify folder' })
  await expect(verified).toContainText('All 7 saved files are there and unchanged.')
  await verified.getByRole('button', { name: 'Close' }).last().click()

  const [missing = '', changed = ''] = await filesIn(folder)
  await rm(join(folder, missing))
  await appendFile(join(folder, changed), 'x')
  await writeFile(join(folder, 'of a stranger.txt'), 'x')
  await page.getByRole('button', { name: 'Verify folder' }).click()
  await expect(verified).toContainText('1 file missing, 1 file changed; 5 as saved.')
  await expect(verified.getByRole('region', { name: 'Missing' })).toContainText(missing)
  await verified.getByRole('tab', { name: 'Changed 1' }).click()
  await expect(verified.getByRole('region', { name: 'Changed' })).toContainText(changed)
  await verified.getByRole('tab', { name: 'Other files 1' }).click()
  await expect(verified.getByRole('region', { name: 'Other files' })).toContainText('of a stranger.txt')
  await verified.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: 'Open folder' }).click()
  await expect.poll(() => desk.askedOfSystem()).toEqual([{ what: 'open', paths: [folder] }])

  await page.getByRole('button', { name: 'Verify folder' }).click()
  await verified.getByRole('button', { name: 'Fetch 2 again' }).click()
  await expect(verified).toBeHidden()
  await reaches(page, 'Done')
  await expect(shownJob(page).getByText('2 of 2 documents', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Verify folder' }).click()
  await expect(verified).toContainText('1 file changed; 7 as saved.')
  await expect(verified).toContainText('the saved document is already beside it')
  await expect(verified.getByRole('button', { name: /^Fetch / })).toBeHidden()

  // Nothing is replaced but by the user's choice, and the last button takes that back.
  await verified.getByText('Replace them').click()
  await expect(verified.getByRole('button', { name: 'Fetch 1 again and replace 1 file' })).toBeVisible()
  await verified.getByRole('button', { name: 'Keep the changed files instead' }).click()
  await expect(verified.getByRole('radio', { name: /Keep them/ })).toBeChecked()
  await verified.getByText('Replace them').click()
  await verified.getByRole('button', { name: 'Fetch 1 again and replace 1 file' }).click()
  await expect(verified).toBeHidden()
  await reaches(page, 'Done')
  await page.getByRole('button', { name: 'Verify folder' }).click()
  await expect(verified).toContainText('All 8 saved files are there and unchanged.')
}
