import type { Locator, Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { expect, signIn, test } from './desk-test.ts'
import { runCommand } from './palette-steps.ts'
import { rows } from './results-grid.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'
import { holdCalls } from './two-presses.ts'

const pane = (page: Page): Locator => page.getByRole('region', { name: 'Set and preview' })
const documents = (page: Page): Locator => page.getByRole('list', { name: 'Documents of the set' })
const previews = (page: Page): Locator => page.getByRole('region', { name: /^Preview of/ })
const heading = (page: Page): Locator => page.getByRole('heading', { level: 2, name: /PR-2026/ })
const parcel = async (page: Page): Promise<string> => (await heading(page).locator('bdi').first().textContent()) ?? ''
/** The browser’s own dialog cannot be shown: instead the pages that it would print are counted. */
const COUNT_PRINTED = `window.print = () => { window.printed = document.querySelectorAll('[data-printing] img').length }`
const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Places' })

async function findThree(page: Page): Promise<void> {
  await findShipments(page, 'SHP-0003')
  await expect(rows(page)).toHaveCount(3)
}

async function openSecondWindow(page: Page, by: 'mouse' | 'keyboard' = 'mouse'): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  if (by === 'mouse') await page.getByRole('button', { name: 'Read in a second window' }).click()
  else await page.keyboard.press('Shift+F11')
  const second = await opened
  await expect(second.getByRole('main', { name: 'Second window' })).toBeVisible()
  return second
}

/** Lets no document come, and answers nothing that ends the session, in any window, until it is let go. */
async function holdAnswers(page: Page, ending: string): Promise<{ letGo: () => void }> {
  const released = Promise.withResolvers<void>()
  await page.context().route('**/documents/*', async (route) => {
    await released.promise
    // One that was given up cannot go on.
    await route.continue().catch(() => undefined)
  })
  const held = await holdCalls(page, ending)
  return {
    letGo: () => {
      released.resolve()
      held.letGo()
    },
  }
}

test.describe('reading a set', () => {
  test('on the whole window goes through sets and documents, compares, prints, goes back, and drags saved files out @app-origin', async ({
    page,
    desk,
    host,
  }) => {
    await findThree(page)
    await readByKeyboard(page)
    await readByMouse(page)

    await page.keyboard.press('Control+a')
    await startSave(page, '{parcelRef} {documentId}')
    await reaches(page, 'Done')
    await page.keyboard.press('Control+2')
    await rows(page).first().getByRole('rowheader').first().click()
    await page.keyboard.press('Control+a')
    await rows(page).first().dispatchEvent('dragstart')
    if (host === 'electron') return
    await expect(page.getByText('A browser cannot drag files out of a page')).toBeVisible()
    const dragged = (await desk.askedOfSystem()).find(({ what }) => what === 'drag')
    expect(dragged?.paths.length).toBeGreaterThan(3)
  })

  test('in a second window follows the first and is followed by it, and shows nothing after signing out', async ({
    page,
  }) => {
    await findThree(page)
    await openAndClose(page)

    await rows(page).first().getByRole('rowheader').first().click()
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
    const second = await openSecondWindow(page)
    await expect(second.locator('.textLayer').first()).toContainText('BILL OF LADING')
    await expect(pane(page)).toContainText('The documents are in the second window')
    await expect(previews(page)).toHaveCount(0)

    // The first window chooses.
    const before = await parcel(second)
    await rows(page).nth(1).getByRole('rowheader').first().click()
    await expect(heading(second)).not.toContainText(before)
    await expect(heading(second)).toContainText(await parcel(page))
    // The second one asks for the next set, and chooses a document.
    await second.keyboard.press('j')
    await expect(rows(page).nth(2)).toHaveAttribute('data-current')
    await expect(heading(page)).toContainText(await rows(page).nth(2).getByRole('rowheader').first().innerText())
    await expect(heading(second)).toContainText(await parcel(page))
    await documents(second).locator('[aria-pressed="false"]').first().click()
    const chosen = await documents(second).getByRole('button', { pressed: true }).locator('bdi').innerText()
    await expect(documents(page).getByRole('button', { pressed: true })).toContainText(chosen)
    // What is read there is saved from there; the first one asks where to.
    await second.getByRole('button', { name: 'Save…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save documents' })
    await expect(dialog).toContainText('1 parcel set')
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Demo service' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(second.getByRole('heading', { name: 'Nobody is signed in' })).toBeVisible()
    await expect(second.getByText('PR-2026')).toHaveCount(0)
    await signIn(page)
    await expect(second.getByRole('heading', { name: 'No set is chosen' })).toBeVisible()

    await findShipments(page, 'SHP-0003')
    await rows(page).first().getByRole('rowheader').first().click()
    await expect(previews(second)).toHaveCount(1)
    await second.close()
    await expect(previews(page)).toHaveCount(1)
  })

  test('a document that was stopped while it came stays away until it is asked for, and is left by signing out @soak', async ({
    page,
    service,
  }) => {
    await findThree(page)
    const gate = service.hold('document')
    await page.keyboard.press('Control+ArrowDown')
    await expect.poll(() => gate.waiting).toBe(1)
    const there = page.waitForResponse((response) => response.request().postData()?.includes('documents.open') === true)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Open it again' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('You stopped it.')).toBeVisible()
    gate.open()
    await there
    await page.getByRole('button', { name: 'Open it again' }).click()
    await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')

    const held = await holdAnswers(page, 'accounts.signOut')
    const asked = page.waitForRequest('**/documents/*')
    await rows(page).nth(1).getByRole('rowheader').first().click()
    const request = await asked
    const givenUp = page.waitForEvent('requestfailed', (failed) => failed === request)
    await runCommand(page, 'sign out')
    await givenUp
    held.letGo()
    await expect(page.getByRole('button', { name: 'Try the demo service' })).toBeVisible()
  })

  test.describe('with an account that is kept', () => {
    test.use({ isSignedIn: false })

    test('removing the account leaves a document that is still on its way to the second window before the session ends @soak', async ({
      page,
      service,
    }) => {
      await signInByForm(page, { address: service.url, ...demoUser })
      await leaveFirstField(page)
      await findShipments(page, 'SHP-0003')
      await rows(page).first().getByRole('rowheader').first().click()
      const second = await openSecondWindow(page)
      await expect(previews(second)).toHaveCount(1)
      const held = await holdAnswers(page, 'accounts.removeProfile')
      const asked = second.waitForRequest('**/documents/*')
      await rows(page).nth(1).getByRole('rowheader').first().click()
      const request = await asked
      const givenUp = second.waitForEvent('requestfailed', (failed) => failed === request)
      await rail(page).getByRole('button', { name: 'Settings' }).click()
      await page.getByRole('button', { name: /^Remove .* at / }).click()
      await page.getByRole('button', { name: 'Remove the account' }).click()
      await givenUp
      held.letGo()
      await expect(second.getByRole('heading', { name: 'Nobody is signed in' })).toBeVisible()
    })
  })

  test.describe('of which some are refused', () => {
    test.use({ allowedErrors: [/Failed to load resource/] })

    test('says why in place of the pages, shows them once they are sent, and prints all ticked sets without them @soak', async ({
      page,
      service,
    }) => {
      service.faults.add({ match: 'document', kind: '403' })
      await findThree(page)
      await rows(page).first().getByRole('rowheader').first().click()
      await expect(pane(page).getByRole('alert')).toContainText('This user may not use')
      service.faults.clear()
      await pane(page).getByRole('button', { name: 'Open it again' }).click()
      await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')

      await page.evaluate(COUNT_PRINTED)
      await page.keyboard.press('Control+ArrowDown')
      await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
      await page.keyboard.press('Control+a')
      service.faults.add({ match: 'document', kind: '403', times: 1 })
      await page.keyboard.press('Control+Shift+P')
      const dialog = page.getByRole('dialog', { name: 'Print' })
      await expect(dialog.getByText(/could not be prepared/)).toBeVisible()
      await expect(dialog.getByRole('listitem').filter({ hasText: 'protected by a password' })).toContainText(
        'PR-2026-',
      )
      await dialog.getByRole('button', { name: /^Print the other \d+ documents$/ }).click()
      await expect.poll(() => page.evaluate('window.printed')).toBeGreaterThan(3)
      await expect(dialog).toBeHidden()
      expect(await page.locator('[data-printing]').count()).toBe(0)
    })
  })
})

/** The whole window, every set and document, and back to the row that was read. */
async function readByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Control+ArrowDown')
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  await page.keyboard.press('F11')
  await expect(pane(page)).toContainText('1 of 3')
  await expect(pane(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(pane(page)).toContainText('2 of 3')
  await page.keyboard.press('j')
  await expect(pane(page)).toContainText('3 of 3')
  await page.keyboard.press('k')
  await expect(pane(page)).toContainText('2 of 3')
  const shown = documents(page).getByRole('button', { pressed: true })
  await expect(shown).toContainText('Bill of Lading')
  await page.keyboard.press('ArrowRight')
  await expect(shown).not.toContainText('Bill of Lading')
  await page.keyboard.press('ArrowLeft')
  await expect(shown).toContainText('Bill of Lading')
  await page.keyboard.press('c')
  await expect(previews(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(1).locator(':focus')).toBeAttached()
  // Enter opens it once more, as a second press does from the list.
  await page.keyboard.press('Enter')
  await expect(rail(page)).toBeHidden()
  await page.keyboard.press('F11')
  await expect(rail(page)).toBeVisible()
}

async function readByMouse(page: Page): Promise<void> {
  await page.evaluate(COUNT_PRINTED)
  const first = await rows(page).first().getByRole('rowheader').first().innerText()
  await rows(page).first().getByRole('rowheader').first().click()
  await expect(heading(page)).toContainText(first)
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')

  await page.getByRole('button', { name: 'Read on the whole window' }).click()
  await expect(rail(page)).toBeHidden()
  // What says that this is not production stays.
  await expect(page.getByText('Test environment')).toBeVisible()
  await expect(pane(page)).toContainText('1 of 3')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Next set' }).click()
  await expect(pane(page)).toContainText('2 of 3')
  await expect(heading(page)).not.toContainText(first)
  await expect(previews(page)).toHaveCount(1)
  await documents(page).getByRole('button', { name: 'Show beside the other document' }).last().click()
  await expect(previews(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(rail(page)).toBeVisible()
  // There is no room for two beside the list.
  await expect(previews(page)).toHaveCount(1)
  await expect(rows(page).nth(1).locator(':focus')).toBeAttached()
}

/** From the first window, by keyboard and by mouse; opened twice it is one. */
async function openAndClose(page: Page): Promise<void> {
  await page.keyboard.press('Control+ArrowDown')
  await expect(page.locator('.textLayer').first()).toContainText('BILL OF LADING')
  const first = await openSecondWindow(page, 'keyboard')
  await expect(previews(first)).toHaveCount(1)
  const closed = first.waitForEvent('close')
  await page.keyboard.press('Shift+F11')
  await closed
  await expect(previews(page)).toHaveCount(1)

  const second = await openSecondWindow(page)
  await expect(previews(second)).toHaveCount(1)
  const third = await page.context().newPage()
  await third.goto(second.url())
  await expect(previews(third)).toHaveCount(1)
  await expect(second.getByRole('heading', { name: 'This is not the second window any more' })).toBeVisible()
  // With the one that took its place it has nothing left to wait for.
  const replaced = second.waitForEvent('close')
  await third.close()
  await replaced
  await expect(previews(page)).toHaveCount(1)

  const fourth = await openSecondWindow(page)
  await expect(previews(fourth)).toHaveCount(1)
  const gone = fourth.waitForEvent('close')
  await page.getByRole('button', { name: 'Close the second window' }).first().click()
  await gone
  await expect(previews(page)).toHaveCount(1)
}
