import { createHttp } from '../../src/adapters/node-http.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { createQuickClock } from '../support/quick-clock.ts'
import { startKeychainSession } from '../support/keychain-session.ts'
import { missingPackages } from '../support/system-packages.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { openSection } from './feed-steps.ts'
import { expect, signIn, test } from './desk-test.ts'
import { findCustomers, openSave, reaches, shownJob, startSave } from './save-journey.ts'
import { savedFiles } from './saved-files.ts'
import { processTest } from './shell-process.ts'
import { typedCommand } from './typed-command.ts'

const data = demoData({ setsPerCustomer: 2 })
/** Two sets with seven documents. */
const CUSTOMER = 'Aurora Grain AG'
/** Waits between attempts pass ten times as fast; what is told of them each second then comes no faster than a slow page draws it. */
const clock = createQuickClock(10)
/** How long the service may take to answer; where a gate holds its answers, that is as long as the test takes. */
const answerWithin = (answerMs: number) => ({
  clock,
  http: (given: Parameters<typeof createHttp>[0]) =>
    createHttp({ ...given, timeouts: { connectMs: 2_000, answerMs, idleMs: 2_000 } }),
})

test.use({ serviceOptions: { data }, ports: answerWithin(600_000) })
test.skip(({ host }) => host !== 'shell', 'a quick clock and a keychain of the test are the shell’s alone')

test.describe('an unreachable service', () => {
  test('is reported at once on every screen, and search and save resume when it is back', async ({
    page,
    folder,
    service,
  }) => {
    await findCustomers(page, CUSTOMER)
    const dialog = await openSave(page)
    await expect(dialog.getByRole('button', { name: 'Save 7 documents' })).toBeEnabled()
    await service.goAway()
    await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
    await reaches(page, 'Waiting for the service')
    await expect(shownJob(page)).toContainText(/Waiting for the service, (next try in \d+ s|trying now)/)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(
      page.getByRole('button', { name: 'Downloads, 1 waiting, 1 save waiting for the service' }),
    ).toBeVisible()
    await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(`${service.url} cannot be reached`)

    await service.comeBack()
    await page.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
    // Nobody asks it to.
    await page.getByRole('button', { name: /^Downloads/ }).click()
    await reaches(page, 'Done')
    await expect(page.getByRole('button', { name: 'Downloads', exact: true })).toBeVisible()
    expect(await savedFiles(folder)).toHaveLength(7)
  })

  test.describe('that delays nothing but documents', () => {
    test.use({ ports: answerWithin(500) })

    test('is distinguished from one that answers, and the save can be cancelled', async ({ page, service }) => {
      const [silent] = data.sets[0]?.row.documents ?? []
      service.faults.add({ match: 'document', kind: 'silent', documentId: silent?.documentId })
      await findCustomers(page, CUSTOMER)
      await startSave(page)
      await reaches(page, '1 not saved')
      await expect(shownJob(page)).toContainText('sent no answer for 0.5 seconds.')
      await page.getByRole('button', { name: 'Cancel…' }).click()
      await page.getByRole('button', { name: 'Cancel the save' }).click()
      await reaches(page, 'Cancelled')
    })
  })

  test.describe('that lists documents only for a single set', () => {
    test.use({ serviceOptions: { data, documentsOnlyWhenUnique: true } })

    test('is waited for while a save is planned, until the user cancels', async ({ page, service }) => {
      await findCustomers(page, CUSTOMER)
      const gate = service.hold('search')
      const dialog = await openSave(page)
      await expect(dialog).toContainText('2 parcel sets; number of documents not known yet')
      await expect.poll(() => gate.waiting).toBeGreaterThan(0)
      await dialog.getByRole('button', { name: 'Cancel planning' }).click()
      await expect(dialog).toContainText('Planning cancelled.')
      await expect(dialog.getByRole('button', { name: 'Save documents' })).toBeDisabled()
      gate.open()
      await dialog.getByRole('button', { name: 'Plan again' }).click()
      await expect(dialog.getByRole('button', { name: 'Save 7 documents' })).toBeEnabled()
    })
  })
})

test.describe('an account', () => {
  test('whose password is refused during a session stops all its saves after one attempt, and they resume later', async ({
    page,
    folder,
    service,
  }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await startSave(page, 'again/{documentId}')
    const jobs = page.getByRole('listbox', { name: 'Saves' }).getByRole('option')
    await expect(jobs).toHaveCount(2)
    service.faults.refuseTokens(true)
    const before = service.counts.token
    gate.open()
    await expect(jobs.filter({ hasText: 'Stopped' })).toHaveCount(2)
    expect(service.counts.token - before).toBe(1)
    for (const job of await jobs.all()) {
      await job.click()
      await expect(page.getByRole('alert')).toContainText('refused the user name or password of ops@aurora.example')
      await expect(page.getByRole('alert')).toContainText('so that the account is not locked')
    }

    service.faults.refuseTokens(false)
    await page.getByRole('button', { name: /^Demo service/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await signIn(page)
    while ((await jobs.filter({ hasText: 'Stopped' }).count()) > 0) {
      await jobs.filter({ hasText: 'Stopped' }).first().click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await reaches(page, 'Done')
    }
    expect(await savedFiles(folder)).toHaveLength(14)
  })

  test.describe('whose token expires after two uses', () => {
    test.use({ serviceOptions: { data, tokenUses: 2 } })

    test('saves without the user noticing', async ({ page, folder, service }) => {
      await findCustomers(page, CUSTOMER)
      await startSave(page)
      await reaches(page, 'Done')
      expect(await savedFiles(folder)).toHaveLength(7)
      expect(service.counts.token).toBeGreaterThan(3)
      await expect(page.getByRole('alert')).toBeHidden()
    })
  })
})

test('another program that saves with the same data folder is named and waited for; web pages sent for documents are not saved as such', async ({
  page,
  root,
  folder,
  dataDir,
  service,
}) => {
  await findCustomers(page, CUSTOMER)
  const dialog = await openSave(page)
  await expect(dialog.getByRole('button', { name: 'Save 7 documents' })).toBeEnabled()
  const gate = service.hold('document')
  const words = `save --base-url ${service.url} --username ops@aurora.example --environment test --customer ${data.sets[0]?.customerId}`
  const other = typedCommand(root, `parcel-desk ${words} --to '${root}/other' --data-dir '${dataDir}' --json`)
  await expect.poll(() => gate.waiting).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Another Parcel Desk is working with the data folder')
  await expect(dialog.getByRole('alert')).toContainText('Wait until it ends, then try again.')
  gate.open()
  await other
  await dialog.getByRole('button', { name: 'Save 7 documents' }).click()
  await reaches(page, 'Done')

  const [html, envelope] = data.sets[0]?.row.documents ?? []
  service.faults.add({ match: 'document', kind: 'html', documentId: html?.documentId })
  service.faults.add({ match: 'document', kind: 'errorEnvelope', documentId: envelope?.documentId })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await startSave(page, 'again/{documentId}')
  await reaches(page, '2 not saved')
  await page.getByText('Not saved 2').click()
  const rows = page.getByRole('grid').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('is not a whole PDF')
  await expect(rows.nth(2)).toContainText('The document could not be produced')
  await expect(shownJob(page)).toContainText('Nothing was saved under the document’s name.')
  expect(await savedFiles(folder)).toHaveLength(12)
})

test('a damaged document is saved as it is for somebody who wants it, with what is wrong beside it', async ({
  page,
  folder,
  service,
}) => {
  const [damaged] = data.sets[0]?.row.documents ?? []
  service.faults.add({ match: 'document', kind: 'withoutEnd', documentId: damaged?.documentId })
  await findCustomers(page, CUSTOMER)
  await startSave(page)
  await reaches(page, '1 not saved')
  await page.getByText('Not saved 1').click()
  await page.getByRole('button', { name: 'Save as it is' }).click()
  await reaches(page, 'Done')
  await expect(page.getByText('1 document was saved with a remark').first()).toBeVisible()
  await page.getByText('All 7').click()
  const remarked = page.getByRole('grid').getByRole('row').filter({ hasText: 'Saved on request, although' })
  await expect(remarked).toHaveCount(1)
  await remarked.click()
  // The banner above takes its height from the list, not from what stands below it.
  await expect(page.getByRole('button', { name: 'Show in folder' })).toBeInViewport({ ratio: 1 })
  expect(await savedFiles(folder)).toHaveLength(7)

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('rowheader', { name: data.sets[0]?.row.parcelRef ?? '' }).click()
  await expect(page.getByRole('group', { name: 'About this document' })).toContainText('Saved on request, although')
})

processTest.describe('the keychain of the system', () => {
  processTest.skip(process.platform !== 'linux' || missingPackages().length > 0, 'it needs a session of its own')

  processTest(
    'keeps an account from one start to the next, and says so when it is locked',
    async ({ shells, root, service }) => {
      const keychain = await startKeychainSession(root)
      try {
        const options = { args: ['--keychain'], env: keychain.env }
        const first = await shells.start(options)
        await signInByForm(first.page, { address: service.url, ...demoUser, name: 'Aurora' })
        await leaveFirstField(first.page)
        await first.kill()

        const second = await shells.start(options)
        await second.page.getByRole('button', { name: 'Sign in as Aurora' }).click()
        await leaveFirstField(second.page)
        await second.kill()

        keychain.lock()
        const third = await shells.start(options)
        await third.page.getByRole('button', { name: 'Sign in as Aurora' }).click()
        await expect(third.page.getByRole('alert')).toContainText('it has none, or it is locked')
        // Only the password is asked for; where it goes is one press away.
        const password = third.page.getByRole('textbox', { name: 'Password' })
        await expect(password).toBeFocused()
        const address = third.page.getByRole('textbox', { name: 'Address of the service' })
        await expect(address).toBeHidden()
        await third.page.getByText(`${demoUser.username} at ${service.url}`).click()
        await expect(address).toHaveValue(service.url)
        await expect(third.page.getByRole('heading', { name: 'Aurora' })).toBeVisible()
        await expect(third.page.getByRole('radio', { name: 'Test' })).toBeChecked()
        await third.page.getByRole('checkbox', { name: 'Keep me signed in' }).setChecked(false, { force: true })
        await password.fill(demoUser.password)
        await password.press('Enter')
        await leaveFirstField(third.page)
        await expect(third.page.getByRole('navigation', { name: 'Places' })).toBeVisible()
      } finally {
        await keychain.end()
      }
    },
  )

  processTest('is missing: that is said, and the account is good for this session', async ({ shells, service }) => {
    const { page } = await shells.start({ args: ['--keychain'] })
    await signInByForm(page, { address: service.url, ...demoUser, name: 'Aurora' })
    await expect(page.getByRole('alert')).toContainText('The system keychain cannot be used')
    await page.getByRole('button', { name: 'Sign in for this session only' }).click()
    await leaveFirstField(page)
    await expect(await openSection(page, 'Diagnostics')).toContainText('Not available')
  })
})
