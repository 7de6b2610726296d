import { createHttp } from '../../src/adapters/node-http.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { createQuickClock } from '../support/quick-clock.ts'
import { startKeychainSession } from '../support/keychain-session.ts'
import { missingPackages } from '../support/system-packages.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { openSection } from './feed-steps.ts'
import { expect, test } from './desk-test.ts'
import { findCustomers, openSave, reaches, shownJob, startSave } from './save-journey.ts'
import { savedFiles } from './saved-files.ts'
import { processTest } from './shell-process.ts'

const data = demoData({ setsPerCustomer: 2 })
/** Two sets with seven documents. */
const CUSTOMER = 'Aurora Grain AG'
/** Waits between attempts pass ten times as fast; what is told of them each second then comes no faster than a slow page draws it. */
const clock = createQuickClock(10)
/** Where a gate holds its answers, the service may take as long as the test takes. */
const TIMEOUTS = { connectMs: 2_000, answerMs: 600_000, idleMs: 2_000 }

test.use({
  serviceOptions: { data },
  ports: { clock, http: (given) => createHttp({ ...given, timeouts: TIMEOUTS }) },
})
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

  test.describe('that lists documents only for a single set', () => {
    test.use({ serviceOptions: { data, documentsOnlyWhenUnique: true } })

    test('is waited for while a save is planned, until the user cancels @soak', async ({ page, service }) => {
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

test('a damaged document is saved as it is for somebody who wants it, with what is wrong beside it @soak', async ({
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
    'keeps an account from one start to the next, and says so when it is locked @soak',
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

  processTest(
    'is missing: that is said, and the account is good for this session @soak',
    async ({ shells, service }) => {
      const { page } = await shells.start({ args: ['--keychain'] })
      await signInByForm(page, { address: service.url, ...demoUser, name: 'Aurora' })
      await expect(page.getByRole('alert')).toContainText('The system keychain cannot be used')
      await page.getByRole('button', { name: 'Sign in for this session only' }).click()
      await leaveFirstField(page)
      await expect(await openSection(page, 'Diagnostics')).toContainText('Not available')
    },
  )
})
