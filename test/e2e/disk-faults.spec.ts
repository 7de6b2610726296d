import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { demoData } from '../exchange-service/demo-data.ts'
import { cannotMount, mountMemory } from '../support/mounted-folder.ts'
import { expect, test } from './desk-test.ts'
import { findCustomers, openSave, reaches, startSave } from './save-journey.ts'
import { savedFiles } from './saved-files.ts'

const data = demoData({ setsPerCustomer: 2 })
/** Two sets with seven documents, more than 100 kB of them. */
const CUSTOMER = 'Aurora Grain AG'

test.use({ serviceOptions: { data } })

test.describe('a folder', () => {
  test('that disappears during a job stops the save until it is back, and is named when a save is planned @soak', async ({
    page,
    desk,
    folder,
    root,
    service,
  }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await expect.poll(() => gate.waiting).toBe(4)
    const elsewhere = `${folder} elsewhere`
    await rename(folder, elsewhere)
    gate.open()
    await reaches(page, 'Stopped')
    await expect(page.getByRole('alert')).toContainText(`${folder} is no longer there.`)
    await expect(page.getByRole('alert')).toContainText('Connect the drive or bring the folder back, then try again.')
    await rename(elsewhere, folder)
    await page.getByRole('button', { name: 'Resume' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(folder)).toHaveLength(7)

    await rename(folder, elsewhere)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: /^Save all/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await expect(dialog.getByRole('button', { name: /Folder$/ })).toContainText('Choose a folder')
    await dialog.getByRole('button', { name: /Folder$/ }).click()
    await expect(page.getByRole('option', { name: folder })).toContainText('not there now')
    await page.keyboard.press('Escape')
    const other = join(root, 'other')
    await mkdir(other)
    await desk.answerDialogs(other)
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(other)).toHaveLength(7)
  })
})

test.describe('a disk', () => {
  test.skip(cannotMount !== undefined, cannotMount)

  test('that is full, or becomes read-only, stops the save and keeps what was saved; it resumes once it can be written', async ({
    page,
    desk,
    root,
    service,
  }) => {
    const disk = await mountMemory(join(root, 'disk'), '64k')
    try {
      await desk.answerDialogs(disk.folder)
      await findCustomers(page, CUSTOMER)
      const dialog = await openSave(page)
      await expect(dialog).toContainText('66 kB')
      await expect(dialog).toContainText('There is too little free space.')
      await expect(dialog).toContainText(/these documents will take about 140 kB\. Free about [\d.]+ kB first/)
      await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
      await reaches(page, 'Stopped')
      await expect(page.getByRole('alert')).toContainText(`The disk that holds ${disk.folder} is full.`)
      await expect(page.getByRole('alert')).toContainText(
        /Free about [\d.]+ kB, then resume the job or try again\. What was saved is kept\./,
      )
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('button', { name: 'Downloads, 1 save stopped' }).click()
      disk.remount('size=10m')
      await page.getByRole('button', { name: 'Resume' }).click()
      await reaches(page, 'Done')
      expect(await savedFiles(disk.folder)).toHaveLength(7)

      const gate = service.hold('document')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await startSave(page, 'again/{documentId}')
      await expect.poll(() => gate.waiting).toBeGreaterThan(0)
      disk.remount('ro')
      gate.open()
      await reaches(page, 'Stopped')
      await expect(page.getByRole('alert')).toContainText(`${disk.folder} cannot be written to`)
      await expect(page.getByRole('alert')).toContainText('Ask for write access and resume the job')
      disk.remount('rw')
      await page.getByRole('button', { name: 'Resume' }).click()
      await reaches(page, 'Done')
      expect(await savedFiles(disk.folder)).toHaveLength(14)
    } finally {
      disk.unmount()
    }
  })
})
