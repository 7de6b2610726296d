import type { ServerResponse } from 'node:http'
import { parseFeed } from '../../src/adapters/updates/parse-feed.ts'
import { demoData } from '../exchange-service/demo-data.ts'
import { policyOf } from '../support/test-policy.ts'
import { latestYml, startUpdateFeed, type UpdateFeed } from '../support/update-feed.ts'
import { axeFindings } from './axe.ts'
import { expect, test as deskTest } from './desk-test.ts'
import { openSection } from './feed-steps.ts'
import { findShipments, reaches, startSave } from './save-journey.ts'

const CONTENT = Buffer.from('the next version')
const FILE = `parcel-desk-99.0.0-linux-${process.arch}.AppImage`
const LIST = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`
const INSTALL = 'Install update and restart'

/** An installed AppImage whose organisation offers version 99.0.0. */
const test = deskTest.extend<{ feed: UpdateFeed; installed: string[] }>({
  // The runner insists on a pattern here, also where nothing is needed.
  // oxlint-disable-next-line no-empty-pattern
  feed: async ({}, use) => {
    const feed = await startUpdateFeed()
    feed.put(`/parcel-desk/${LIST}`, latestYml('99.0.0', { url: FILE, content: CONTENT }))
    await use(feed)
    feed.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  installed: async ({}, use) => {
    await use([])
  },
  serviceOptions: { data: demoData({ setsPerCustomer: 2 }) },
  ports: async ({ feed, installed }, use) => {
    const policy = policyOf()
    const { values, ...rest } = policy.current()
    const current = () => ({ ...rest, values: { ...values, UpdateUrl: feed.url } })
    await use({
      // A policy takes https alone, for which the feed would need a certificate.
      policy: { current, refresh: () => Promise.resolve(current()) },
      updater: {
        installed: { form: 'app-image' },
        parse: (text) => Promise.resolve().then(() => parseFeed(text)),
        verify: () => Promise.resolve(undefined),
        install: (file) => Promise.resolve(void installed.push(file)),
      },
    })
  },
})

test.skip(({ host }) => host !== 'shell', 'what installs an update is the test’s own')

test('a newer version is told of, fetched when the user says so, and not installed while documents are saved', async ({
  page,
  service,
  feed,
  installed,
}) => {
  const held = Promise.withResolvers<ServerResponse>()
  feed.put(`/parcel-desk/${FILE}`, held.resolve)
  const updates = await openSection(page, 'Updates')
  await expect(updates.getByRole('status')).toHaveText('Updates were not checked yet.')
  await updates.getByRole('button', { name: 'Check for updates' }).click()
  await expect(updates.getByRole('status')).toHaveText('Parcel Desk 99.0.0 is available.')
  expect(feed.asked).toEqual([`/parcel-desk/${LIST}`])

  await updates.getByRole('button', { name: 'Download' }).click()
  await expect(updates.getByRole('status')).toHaveText('Fetching Parcel Desk 99.0.0…')
  await expect(updates.getByRole('button', { name: 'Check for updates' })).toBeDisabled()
  expect(await axeFindings(page, 'updates, fetching')).toEqual([])
  const answer = await held.promise
  answer.writeHead(200, { 'content-length': CONTENT.length }).end(CONTENT)
  await expect(updates.getByRole('status')).toHaveText('Parcel Desk 99.0.0 is ready to install.')
  await expect(updates.getByRole('button', { name: INSTALL })).toBeEnabled()

  await page.getByRole('button', { name: 'Search', exact: true }).first().click()
  await findShipments(page, 'SHP-0001')
  const gate = service.hold('document')
  await startSave(page)
  await expect.poll(() => gate.waiting).toBeGreaterThan(0)
  await page.getByRole('button', { name: INSTALL }).click()
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'Documents are being saved. Nothing is installed meanwhile. Install the update when the save has ended, or pause it.',
  )
  expect(installed).toEqual([])
  expect(await axeFindings(page, 'updates, refused during a save')).toEqual([])

  gate.open()
  await reaches(page, 'Done')
  await page.getByRole('button', { name: INSTALL }).click()
  await expect.poll(() => installed).toEqual([expect.stringContaining('99.0.0')])
})

test('a version that is ready can be put off until later', async ({ page, feed }) => {
  feed.put(`/parcel-desk/${FILE}`, CONTENT)
  const updates = await openSection(page, 'Updates')
  await updates.getByText('Also fetches and checks it.').click()
  await expect(updates.getByRole('radio', { name: /^Download/ })).toBeChecked()
  await updates.getByRole('button', { name: 'Check for updates' }).click()
  await expect(updates.getByRole('status')).toHaveText('Parcel Desk 99.0.0 is ready to install.')
  await expect(page.getByRole('button', { name: INSTALL })).toHaveCount(2)
  await page.getByRole('button', { name: 'Later' }).click()
  // The section still has it.
  await expect(page.getByRole('button', { name: INSTALL })).toHaveCount(1)
})
