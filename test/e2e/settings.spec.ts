import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { readBundle } from '../support/read-bundle.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { expect, test } from './desk-test.ts'
import { openSection } from './feed-steps.ts'
import { grid } from './results-grid.ts'
import { runCommand } from './palette-steps.ts'
import { findCustomers, findShipments, openSave } from './save-journey.ts'
import { tabTo } from './tab-to.ts'
import { failOnce } from './two-presses.ts'

/** As a section does that is read late; done once the page has moved. */
const LENGTHEN_SOURCE = `new Promise((done) => {
  document.querySelector('[data-section=sharing]').style.paddingBottom = '300px'
  requestAnimationFrame(() => requestAnimationFrame(done))
})`

test.describe('settings', () => {
  test('keep folders and name patterns, refuse an invalid one, miss a folder that is gone, and restore what was removed', async ({
    page,
    desk,
    root,
  }) => {
    const chosen = join(root, 'Ærø & co')
    await mkdir(chosen)
    const folders = await openSection(page, 'Folders')
    await expect(folders).toContainText('No folder chosen yet.')
    await desk.answerDialogs(chosen)
    await folders.getByRole('button', { name: 'Choose a folder…' }).click()
    await folders.getByRole('button', { name: `Open ${chosen}` }).click()
    await expect.poll(() => desk.askedOfSystem()).toEqual([{ what: 'open', paths: [chosen] }])

    await rm(chosen, { recursive: true })
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await openSection(page, 'Folders')
    await expect(folders).toContainText('Not there now')
    await expect(folders.getByRole('button', { name: `Open ${chosen}` })).toBeHidden()
    await folders.getByRole('button', { name: `Forget ${chosen}` }).click()
    await expect(folders).toContainText('No folder chosen yet.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(folders).toContainText(chosen)

    const patterns = page.getByRole('region', { name: 'Name patterns' })
    await patterns.getByRole('button', { name: 'Add a pattern…' }).click()
    await patterns.getByRole('textbox', { name: 'Name', exact: true }).fill('Bank files')
    await patterns.getByRole('textbox', { name: 'Pattern' }).fill('{bank}/{name}')
    await patterns.getByRole('button', { name: 'Save pattern' }).click()
    await expect(patterns).toContainText('{bank}')
    await patterns.getByRole('textbox', { name: 'Pattern' }).fill('{consignee}/{name}')
    await patterns.getByRole('button', { name: 'Save pattern' }).click()
    await patterns.getByRole('button', { name: 'Remove Bank files' }).click()
    await expect(patterns).not.toContainText('{consignee}/{name}')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(patterns).toContainText('{consignee}/{name}')
  })

  test('set with the mouse how the desk saves, looks and writes numbers and dates, in this window and the next @soak', async ({
    page,
  }) => {
    const saving = await openSection(page, 'Saving')
    await saving.getByText('Leave the existing file').click()
    await saving.getByRole('button', { name: /At most so many documents at once/ }).click()
    await page.getByRole('option', { name: '16' }).click()
    await expect(saving.getByRole('button', { name: /At most so many documents at once/ })).toContainText('16')
    const appearance = await openSection(page, 'Appearance')
    await appearance.getByText('Dark').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const region = page.getByRole('region', { name: 'Region' })
    await expect(region).toContainText('Same as the system: United Kingdom (English)')
    await expect(region).toContainText('12,345.6 · 24 Mar 2026 14:05')
    await region.getByRole('button', { name: /Region/ }).click()
    await page.getByRole('option', { name: 'Germany (German)' }).click()
    await region.getByText('Digits').click()
    await expect(region).toContainText('12.345,6 · 24.03.2026 14:05')

    await page.reload()
    await openSection(page, 'Saving')
    await expect(saving.getByRole('radio', { name: /Leave the existing file/ })).toBeChecked()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await openSection(page, 'Appearance')
    await appearance.getByText('Same as the system').click()
    await expect(page.locator('html')).not.toHaveAttribute('data-theme')
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await findShipments(page, 'SHP-0001')
    const german = grid(page)
      .getByText(/^\d\d\.\d\d\.2026$/)
      .first()
    await expect(german).toBeVisible()
    const dialog = await openSave(page)
    await expect(dialog.getByRole('button', { name: /If a file already exists$/ })).toContainText('Leave the existing')

    await page.reload()
    await expect(german).toBeVisible()
    await page.getByRole('searchbox', { name: 'Filter these results' }).fill('.2026')
    await expect(german).toBeVisible()
  })

  test('write dates as another window has just chosen, in every window and without a press there @soak', async ({
    page,
  }) => {
    await findShipments(page, 'SHP-0003')
    await grid(page).locator('[aria-rowindex="2"]').getByRole('rowheader').first().click()
    const pane = page.getByRole('region', { name: 'Set and preview' })
    const opened = page.context().waitForEvent('page')
    await page.getByRole('button', { name: 'Read in a second window' }).click()
    const second = (await opened).getByRole('main', { name: 'Second window' })
    for (const part of [pane, second]) await part.getByRole('tab', { name: 'Fields' }).click()
    for (const part of [grid(page), pane, second]) await expect(part).toContainText('07 Jun 2025')

    const other = await page.context().newPage()
    await other.goto(page.url())
    const region = await openSection(other, 'Region')
    await region.getByText('ISO 8601').click()
    for (const part of [grid(page), pane, second]) {
      await expect(part).toContainText('2025-06-07')
      await expect(part).not.toContainText('07 Jun 2025')
    }
    await expect(grid(page).locator('[data-current]')).toHaveCount(1)
    await other.close()
  })

  test('say which is being read, are found by words, show the licences of others, and size rows and text: by keyboard alone', async ({
    page,
  }) => {
    await page.keyboard.press('Control+5')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await expect(sections.getByRole('button', { name: 'Accounts' })).toHaveAttribute('aria-current', 'location')
    await page.keyboard.press('Control+f')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('largest prev')
    await expect(sections.getByRole('listitem')).toHaveText([/^Limits/])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Limits' })).toBeFocused()
    await expect(page.getByRole('region', { name: 'Folders' })).toBeHidden()

    // What was gone to is read, with its page.
    await page.keyboard.press('Control+f')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Limits' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Folders' })).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(sections.getByRole('button', { name: 'Folders' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Folders' })).toBeFocused()
    await expect(sections.getByRole('button', { name: 'Folders' })).toHaveAttribute('aria-current', 'location')

    await page.keyboard.press('Control+2')
    await runCommand(page, 'diagnostics')
    await expect(page.getByRole('region', { name: 'Diagnostics' })).toBeFocused()
    await readNotices(page)
    await sizeRowsAndText(page)
  })

  test('say which is being read and give support what it needs by mouse alone, and are not needed after a crash', async ({
    page,
    desk,
    root,
    dataDir,
  }) => {
    const accounts = await openSection(page, 'Accounts')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await expect(sections.getByRole('button', { name: 'Diagnostics' })).toBeHidden()
    await sections.getByRole('button', { name: 'Connection (for IT)' }).click()
    await sections.getByRole('button', { name: 'Diagnostics' }).click()
    await expect(sections.getByRole('button', { name: 'Diagnostics' })).toHaveAttribute('aria-current', 'location')
    await page.evaluate(LENGTHEN_SOURCE)
    await expect(sections.getByRole('button', { name: 'Diagnostics' })).toHaveAttribute('aria-current', 'location')
    await page.getByRole('region', { name: 'Diagnostics' }).hover()
    await page.mouse.wheel(0, -100_000)
    await expect(sections.getByRole('button', { name: 'Source of messages' })).toHaveAttribute(
      'aria-current',
      'location',
    )
    await expect(sections.getByRole('button', { name: 'Diagnostics' })).not.toHaveAttribute('aria-current')
    await sections.getByRole('button', { name: 'Accounts' }).click()
    await accounts.getByRole('button', { name: 'Test connection' }).click()
    await expect(accounts).toContainText('This user sees 7 customers.')
    await expect(accounts).toContainText('All of it works.')

    const diagnostics = await openSection(page, 'Diagnostics')
    await expect(diagnostics).toContainText(dataDir)
    await expect(diagnostics).toContainText('Available')
    await expect(page.getByRole('region', { name: 'Updates' })).toContainText('This copy runs from its sources.')
    await diagnostics.getByRole('button', { name: 'Open log folder' }).click()
    await expect.poll(() => desk.askedOfSystem()).toEqual([{ what: 'open', paths: [join(dataDir, 'logs')] }])
    const bundle = join(root, 'bundle.zip')
    await desk.answerDialogs(bundle)
    await diagnostics.getByRole('button', { name: 'Save support bundle…' }).click()
    await expect(page.getByText(`Support bundle saved: bundle.zip in ${root}`)).toBeVisible()
    const text = [...readBundle(await readFile(bundle)).values()].join('\n')
    expect(text).toContain(dataDir)
    expect(text).not.toContain(demoUser.password)

    // Told once, with the bundle for support.
    const error = JSON.stringify({ name: 'Error', message: 'no such row', stack: '' })
    await page.evaluate(`window.parcelDesk.call('diagnostics.recordPageError', ${error})`)
    const banner = page.getByRole('status').filter({ hasText: 'A part of the window stopped unexpectedly' })
    await expect(banner).toBeVisible()
    await desk.answerDialogs(join(root, 'crash.zip'))
    await banner.getByRole('button', { name: 'Save support bundle…' }).click()
    await expect(page.getByText(`Support bundle saved: crash.zip in ${root}`)).toBeVisible()
    await expect(banner).toBeHidden()
    const crashes = readBundle(await readFile(join(root, 'crash.zip'))).get('crashes.json')
    expect(crashes).toContain('no such row')
    await page.reload()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(banner).toBeHidden()
  })

  test.describe('with an account that is kept', () => {
    test.use({ isSignedIn: false })

    test('say in the form or question why nothing was kept or removed, and do it once, however often it is pressed', async ({
      page,
      service,
      host,
    }) => {
      test.skip(host !== 'shell', 'it holds calls of the shell’s bridge')
      await signInByForm(page, { address: service.url, ...demoUser, name: 'Aurora' })
      await leaveFirstField(page)
      const patterns = await openSection(page, 'Name patterns')
      await patterns.getByRole('button', { name: 'Add a pattern…' }).click()
      const form = patterns.locator('form')
      const name = form.getByRole('textbox', { name: 'Name', exact: true })
      await name.fill('Bank files')
      const keeping = await failOnce(form, 'settings.change', 'The disk is full.')
      await form.getByRole('button', { name: 'Save pattern' }).click()
      await expect(form.getByRole('button', { name: 'Saving…', disabled: true })).toBeFocused()
      keeping.letGo()
      await expect(form.getByRole('alert')).toContainText('The disk is full.')
      await expect(name).toHaveValue('Bank files')
      await form.getByRole('button', { name: 'Save pattern' }).click()
      await expect(form).toBeHidden()
      await expect(patterns).toContainText('Bank files')

      const profiles = await openSection(page, 'Accounts')
      await profiles.getByRole('button', { name: 'Remove Aurora' }).click()
      const question = page.getByRole('alertdialog')
      const removing = await failOnce(question, 'accounts.removeProfile', 'The keychain is locked.')
      await question.getByRole('button', { name: 'Remove the account' }).click()
      await expect(question.getByRole('button', { name: 'Removing…', disabled: true })).toBeFocused()
      await page.keyboard.press('Escape')
      removing.letGo()
      await expect(question.getByRole('alert')).toContainText('The keychain is locked.')
      await expect(question.getByRole('button', { name: 'Remove the account' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Address of the service' })).toBeVisible()
    })
  })
})

/** What others contributed is shown on demand, with the texts of their licences. */
async function readNotices(page: Page): Promise<void> {
  const show = page.getByRole('region', { name: 'About' }).getByRole('button', { name: 'Show third-party notices…' })
  await show.focus()
  await page.keyboard.press('Enter')
  const notices = page.getByRole('dialog', { name: 'Third-party notices' })
  const zod = notices.locator('summary', { hasText: /^zod / })
  await expect(zod).toBeVisible()
  await zod.focus()
  await page.keyboard.press('Enter')
  await expect(notices.getByText('Permission is hereby granted')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(notices).toBeHidden()
  await expect(show).toBeFocused()
}

/** The height of rows and the size of text are changed, and the results show both. */
async function sizeRowsAndText(page: Page): Promise<void> {
  await page.keyboard.press('Control+2')
  await findCustomers(page)
  const row = grid(page).locator('[aria-rowindex="2"]')
  const height = async (): Promise<number | undefined> => (await row.boundingBox())?.height
  expect(await height()).toBe(28)
  await openSection(page, 'Appearance')
  await tabTo(page, page.getByRole('radio', { name: 'Usual' }))
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  const textSize = page.getByRole('button', { name: /Text size/ })
  await tabTo(page, textSize)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { selected: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('option').last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(textSize).toBeFocused()
  await page.keyboard.press('Control+2')
  await expect(row.getByRole('rowheader').first()).toHaveCSS('font-size', '18px')
  expect(await height()).toBe(36)
  // Where each row is follows from its height.
  await expect(grid(page).locator('[aria-rowindex="3"]')).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 36)')
}
