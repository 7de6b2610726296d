import type { Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { expect, test } from './desk-test.ts'
import { count, grid, rows, titles } from './results-grid.ts'
import { runCommand } from './palette-steps.ts'
import { tabTo } from './tab-to.ts'

async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: field }))
  await page.keyboard.type(text)
}

/** Without the mouse from the first key on. */
async function signInByKeyboard(page: Page, address: string): Promise<void> {
  await typeInto(page, 'Address of the service', address)
  await tabTo(page, page.getByRole('radio', { name: 'Test' }))
  await expect(page.getByRole('radio', { name: 'Test' })).toBeChecked()
  await typeInto(page, 'User name', demoUser.username)
  await typeInto(page, 'Password', demoUser.password)
  await tabTo(page, page.getByRole('checkbox', { name: 'Keep me signed in' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Sign in', exact: true }))
  await page.keyboard.press('Enter')
  // The list of customers is open, and Esc closes it.
  const customers = page.getByRole('combobox', { name: 'Customers', expanded: true })
  await expect(customers).toBeFocused()
  await page.keyboard.press('Escape')
}

async function findByKeyboard(page: Page, reference: string): Promise<void> {
  await typeInto(page, 'Shipments', reference)
  await page.keyboard.press('Control+Enter')
  await expect(count(page)).toHaveText(/^(\d+) of \1$/)
  await expect(rows(page).first()).toBeVisible()
}

test.describe('by keyboard alone', () => {
  test.describe('from the form on', () => {
    test.use({ isSignedIn: false })

    test('a newcomer signs in, finds a set, reads its documents, saves them and sees them saved', async ({
      page,
      service,
      desk,
      folder,
    }) => {
      await signInByKeyboard(page, service.url)
      await findByKeyboard(page, 'SHP-0001')
      // The keyboard is on the first row already, and its first document is open.
      await expect(rows(page).first().locator(':focus')).toBeAttached()
      await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
      await page.keyboard.press('n')
      await expect(page.locator('.textLayer').first()).toContainText('CERTIFICATE OF ORIGIN')
      // In the list it goes to the filter first, and from there to the document.
      await page.keyboard.press('Control+f')
      await expect(page.getByRole('searchbox', { name: 'Filter these results' })).toBeFocused()
      await page.keyboard.press('Control+f')
      await page.keyboard.type('origin')
      const preview = page.getByRole('region', { name: /^Preview of C\/O/ })
      await expect(preview.getByRole('status').filter({ hasText: '1 of 2' })).toBeVisible()
      await page.keyboard.press('Escape')
      // Esc gives the keyboard back to the list.
      await page.keyboard.press('Control+ArrowDown')
      await expect(rows(page).first().locator(':focus')).toBeAttached()

      await desk.answerDialogs(folder)
      await page.keyboard.press('Control+s')
      const dialog = page.getByRole('dialog', { name: 'Save documents' })
      await tabTo(page, dialog.getByRole('button', { name: 'Choose a folder…' }))
      await page.keyboard.press('Enter')
      const save = dialog.getByRole('button', { name: /^Save \d+ documents$/ })
      await expect(save).toBeEnabled()
      await tabTo(page, save)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Last save' })).toContainText('Done')
      // Where it was begun, the keyboard is again.
      await expect(rows(page).first().locator(':focus')).toBeAttached()
    })
  })

  test('a save is named, saved by Enter in its pattern, and repeated for what is new @soak', async ({
    page,
    desk,
    folder,
  }) => {
    await findByKeyboard(page, 'SHP-0001')
    await desk.answerDialogs(folder)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await tabTo(page, dialog.getByRole('button', { name: 'Choose a folder…' }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.locator('summary').filter({ hasText: 'Names: ' }))
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'By parcel' }))
    await page.keyboard.press('Space')
    const pattern = dialog.getByRole('textbox', { name: 'Name pattern' })
    await expect(pattern).toHaveValue('{customer}/{parcelRef}/{parcelRef} {title}')
    const conflict = dialog.getByRole('button', { name: /If a file already exists$/ })
    await tabTo(page, dialog.locator('summary').filter({ hasText: 'Options' }))
    await page.keyboard.press('Enter')
    await tabTo(page, conflict)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { selected: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Leave the existing file' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(conflict).toContainText('Leave the existing file')
    await expect(conflict).toBeFocused()
    await expect(dialog.getByRole('button', { name: /^Save \d+ documents$/ })).toBeEnabled()
    await tabTo(page, pattern)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Last save' })).toContainText('Done')

    await page.keyboard.press('Control+s')
    await expect(dialog.getByRole('button', { name: 'Nothing to save' })).toBeDisabled()
    await tabTo(page, dialog.getByRole('checkbox', { name: 'Only new or changed' }))
    await expect(page.getByRole('tooltip')).toContainText('Skips documents')
    await page.keyboard.press('Space')
    await expect(dialog.getByRole('tree')).toContainText('compared with')
  })

  test('results are sorted, arranged, selected and copied, and every place and command is reached @soak', async ({
    page,
    desk,
  }) => {
    await findByKeyboard(page, 'SHP-0003')
    await page.keyboard.press('Control+ArrowDown')
    // Up from the first row is the header: Enter sorts, Ctrl and an arrow moves the column.
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(grid(page).getByRole('columnheader', { name: 'Parcel' })).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Control+ArrowRight')
    await expect.poll(async () => (await titles(page)).slice(1, 3)).toEqual(['Shipment', 'Parcel'])
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('menuitem', { name: 'Hide this column' }).press('Enter')
    await expect.poll(async () => (await titles(page)).slice(1, 3)).toEqual(['Shipment', 'State'])

    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Control+a')
    await expect(count(page)).toContainText('3 ticked')
    await page.keyboard.press('Control+c')
    await expect(page.getByText('3 rows copied')).toBeVisible()
    expect((await desk.readClipboard()).trimEnd().split('\n')).toHaveLength(4)
    await page.keyboard.press('Space')
    await expect(count(page)).toContainText('2 ticked')
    await expect(rows(page)).toHaveCount(3)

    await page.keyboard.press('Control+3')
    await tabTo(page, page.getByRole('textbox', { name: 'Shipment references' }))
    await page.keyboard.type('SHP-0100')
    await tabTo(page, page.getByRole('button', { name: 'Look them up' }))
    await page.keyboard.press('Enter')
    const foot = page.getByRole('status', { name: 'Lines' })
    await expect(foot).toHaveText(/^1 line · checked/)
    await expect(page.getByRole('main').getByText('1 found')).toBeVisible()

    await runCommand(page, 'new list')
    await expect(page.getByRole('textbox', { name: 'Shipment references' })).toBeVisible()
    await runCommand(page, 'open worklist')
    await expect(foot).toHaveText(/^1 line · checked/)

    await openSectionByKeys(page, 'appearance')
    await tabTo(page, page.getByRole('radio', { name: 'Same as the system' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached()

    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet).toContainText('Go to Worklist')
    await expect(sheet).toContainText('Copy the ticked rows')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await runCommand(page, 'sign out')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })

  test('who dictates turns single keys off: they act nowhere and are shown nowhere, and the palette does it all @soak', async ({
    page,
  }) => {
    await openSectionByKeys(page, 'single keys')
    const box = page.getByRole('checkbox', { name: 'Single keys are shortcuts' })
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await page.keyboard.press('2')
    await page.keyboard.press('?')
    // Keys are taken one after the other: what these two do is done when the palette opens.
    await runCommand(page, 'show keyboard shortcuts')
    await expect(box).toBeAttached()
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet).toContainText('Single keys are off')
    await expect(sheet.getByText('Ctrl', { exact: true }).first()).toBeVisible()
    await expect(sheet.getByText('2', { exact: true })).toHaveCount(1)
    await page.keyboard.press('Escape')

    await page.keyboard.press('Control+2')
    await findByKeyboard(page, 'SHP-0001')
    const text = page.locator('.textLayer').first()
    await expect(text).toContainText('BILL OF LADING')
    await page.keyboard.press('n')
    await page.locator('[data-pages]').focus()
    await page.keyboard.press('n')
    await runCommand(page, 'next document of the set')
    await expect(text).toContainText('CERTIFICATE OF ORIGIN')
  })

  test('in a narrow window the set opens over the list, and Esc goes back to the row', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await findByKeyboard(page, 'SHP-0001')
    await page.keyboard.press('Control+ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Set and preview' })).toBeHidden()
    await expect(rows(page).first().locator(':focus')).toBeAttached()
  })
})

/** As somebody does who knows a word of the setting. */
async function openSectionByKeys(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+5')
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}
