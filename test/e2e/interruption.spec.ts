import type { Page } from 'playwright/test'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService } from '../exchange-service/start-exchange-service.ts'
import { expect, signIn, test } from './desk-test.ts'
import { findCustomers, openSave, reaches, showDownloads, shownJob, startSave } from './save-journey.ts'
import { savedFiles } from './saved-files.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { processTest } from './shell-process.ts'
import { clickInEach } from './two-presses.ts'

const data = demoData({ setsPerCustomer: 2 })
/** Two sets with seven documents. */
const CUSTOMER = 'Aurora Grain AG'

test.use({ serviceOptions: { data } })
// One window of one process is all that the desktop has.
test.skip(({ host }) => host !== 'shell', 'a second window and a process to kill are the shell’s alone')

test.describe('a save while its window', () => {
  test('is reloaded is shown again in its current state, obeys a second window beside it once, and fetches nothing twice', async ({
    page,
    folder,
    service,
  }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await expect.poll(() => gate.waiting).toBe(4)
    await page.reload()
    await reaches(page, 'Saving')
    await expect(page.getByRole('listbox', { name: 'Saves' }).getByRole('option')).toHaveCount(1)

    const other = await secondWindow(page)
    await other.getByRole('button', { name: /^Downloads/ }).click()
    const both = [page, other]
    await clickInEach(
      both.map((one) => one.getByRole('button', { name: 'Pause' })),
      'jobs.pause',
    )
    gate.open()
    await Promise.all(both.map((one) => reaches(one, 'Paused')))
    // In one window only: a click in the other might meet the same button as “Pause”, which it has become meanwhile.
    await other.getByRole('button', { name: 'Resume' }).click()
    await Promise.all(both.map((one) => reaches(one, 'Done')))
    expect(await savedFiles(folder)).toHaveLength(7)
    expect(service.counts.document).toBe(7)
  })

  test('has a second one beside it that saves the same writes no file twice @soak', async ({ page, folder }) => {
    await findCustomers(page, CUSTOMER)
    const other = await secondWindow(page)
    await findCustomers(other, CUSTOMER)
    const dialogs = [await openSave(page), await openSave(other)]
    const save = /^Save 7 documents/
    await Promise.all(dialogs.map((dialog) => expect(dialog.getByRole('button', { name: save })).toBeEnabled()))
    await Promise.all(dialogs.map((dialog) => dialog.getByRole('button', { name: save }).click()))
    for (const one of [page, other]) {
      await showDownloads(one)
      const jobs = one.getByRole('listbox', { name: 'Saves' }).getByRole('option')
      await expect(jobs.filter({ hasText: 'Done' })).toHaveCount(2)
    }
    expect(await savedFiles(folder)).toHaveLength(7)
  })

  test('has a second one beside it that signs out stops, and resumes after signing in @soak', async ({
    page,
    folder,
    service,
  }) => {
    const gate = service.hold('document')
    await findCustomers(page, CUSTOMER)
    await startSave(page)
    await expect.poll(() => gate.waiting).toBe(4)
    const other = await secondWindow(page)
    await other.getByRole('button', { name: /^Demo service/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await reaches(page, 'Pausing')
    gate.open()
    await expect(page.getByRole('button', { name: 'Try the demo service' })).toBeVisible()
    await signIn(page)
    await reaches(page, 'Paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(folder)).toHaveLength(7)
    expect(service.counts.document).toBe(7)
  })
})

processTest(
  'a save whose desk is killed goes on after the next start, with what it has @soak',
  async ({ shells, service }) => {
    // Two come, and for the others the service never answers.
    service.faults.add({ match: 'document', kind: 'silent', nth: 3, times: 100 })
    const killed = await shells.start()
    await signInByForm(killed.page, { address: service.url, ...demoUser, name: null })
    await leaveFirstField(killed.page)
    await findCustomers(killed.page, CUSTOMER)
    await startSave(killed.page)
    await expect(shownJob(killed.page).getByRole('gridcell', { name: 'Saved' })).toHaveCount(2)
    await killed.kill()
    service.faults.clear()

    const { page, folder } = await shells.start()
    await signInByForm(page, { address: service.url, ...demoUser, name: null })
    await leaveFirstField(page)
    await page.getByRole('button', { name: /^Downloads/ }).click()
    await reaches(page, 'Paused')
    await expect(shownJob(page)).toContainText('2 of 7 documents')
    await page.getByRole('button', { name: 'Resume' }).click()
    await reaches(page, 'Done')
    expect(await savedFiles(folder)).toHaveLength(7)
    expect(timesGiven(service)).toEqual(Array.from({ length: 7 }, () => 1))
  },
)

/** The same desk in another window of the browser. */
async function secondWindow(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('navigation', { name: 'Places' }).waitFor()
  return other
}

/** How often the service gave each document whole. */
function timesGiven({ requests }: ExchangeService): number[] {
  const given = requests.filter(
    ({ endpoint, status, wasCutOff }) => endpoint === 'document' && status === 200 && !wasCutOff,
  )
  const counts = new Map<string, number>()
  for (const { path } of given) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts.values()]
}
