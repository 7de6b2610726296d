import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { policyOf, TEST_POLICY } from '../support/test-policy.ts'
import { expect, signIn, test as deskTest } from './desk-test.ts'
import { openSection, settingsOf } from './feed-steps.ts'
import { findShipments, openSave } from './save-journey.ts'

const SET_BY = `Set by your organisation, in ${TEST_POLICY}.`

/** A computer on which an organisation has set whatever there is to set. */
const test = deskTest.extend({
  ports: async ({ service, folder }, use) => {
    const connection = { name: 'Aurora', environment: 'test', address: service.url }
    await use({
      policy: policyOf({
        ConnectionList: [connection],
        ConnectionsLocked: true,
        ArchiveRoots: [join(folder, 'archive')],
        NamePattern: '{shipmentRef}/{documentId}',
        NamePatternLocked: true,
        ConflictPolicy: 'skip',
        ConcurrencyMax: 2,
        QuietHours: '20:00-06:30',
        StreamUrl: 'amqps://parcel-desk@mq.firm.example/parcels',
        SupportBundleForbidden: true,
        DragOutForbidden: true,
      }),
    })
  },
})

test.use({ isSignedIn: false })
test.skip(({ host }) => host !== 'shell', 'it takes a policy of the test’s own')

/** All that a user has to know on the first morning. */
async function enter(page: Page): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'User name' }).fill(demoUser.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(demoUser.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
  await leaveFirstField(page)
}

test.describe('where the organisation has set everything', () => {
  test('the first start is a user name and a password, and nothing set can be changed, even by a page taken over', async ({
    page,
    desk,
    service,
    root,
    folder,
  }) => {
    const only = page.getByRole('textbox', { name: 'Service' })
    await expect(only).toHaveValue('Aurora (Test)')
    await expect(only).toHaveAttribute('readonly')
    await expect(only).toHaveAccessibleDescription(SET_BY)
    await expect(page.getByRole('textbox', { name: 'Address of the service' })).toBeHidden()
    await enter(page)

    await findShipments(page, 'SHP-0001')
    await desk.answerDialogs(join(root, 'elsewhere'), join(folder, 'archive', 'mine'))
    const dialog = await openSave(page)
    await expect(dialog.getByRole('textbox', { name: 'Name pattern' })).toHaveAttribute('readonly')
    await expect(dialog).toContainText(`Save into ${join(folder, 'archive')}.`)
    await dialog.getByRole('button', { name: 'Choose a folder…' }).click()
    await expect(dialog).not.toContainText('is forbidden here')
    await dialog.getByRole('button', { name: /^Save \d+ documents?$/ }).click()
    await expect(dialog).toBeHidden()

    const settings = page.getByRole('main', { name: 'Settings' })
    for (const [section, name, value] of [
      ['Name patterns', 'The only pattern', '{shipmentRef}/{documentId}'],
      ['Desktop notifications', 'No notifications', 'from 20:00 until 06:30'],
      ['Folders', 'Only in and below', join(folder, 'archive')],
      ['Saving', 'Dragging documents into other programs', 'not allowed'],
    ] as const) {
      await openSection(page, section)
      const field = settings.getByRole('textbox', { name })
      await field.focus()
      await expect(field).toBeFocused()
      await page.keyboard.type('x')
      await expect(field).toHaveValue(value)
      await expect(field).toHaveAccessibleDescription(SET_BY)
    }
    const diagnostics = await openSection(page, 'Diagnostics')
    await expect(diagnostics).toContainText(`A bundle for support cannot be saved on this computer. ${SET_BY}`)
    await expect(diagnostics.getByRole('button', { name: 'Save support bundle…' })).toBeHidden()
    await openSection(page, 'Saving')
    const conflict = settings.getByRole('radiogroup', { name: 'If a file already exists' })
    await expect(conflict).toContainText(SET_BY)
    await conflict.getByText('Replace the existing file').click()
    await expect(conflict.getByRole('radio', { name: /^Leave the existing file/ })).toBeChecked()
    await settings.getByRole('button', { name: /At most so many documents at once$/ }).click()
    await expect(page.getByRole('option')).toHaveText(['1', '2'])
    await page.keyboard.press('Escape')
    await callAgainstPolicy(page, service.url)
  })
})

deskTest.describe('where one environment is allowed and the broker cannot be understood', () => {
  const onlyTest = deskTest.extend({
    // An address without its scheme.
    ports: { policy: policyOf({ EnvironmentAllowed: 'test', StreamUrl: 'mq.firm.example' }) },
  })
  onlyTest.skip(({ host }) => host !== 'shell', 'it takes a policy of the test’s own')

  onlyTest(
    'sign-in shows the environment without a choice, and settings that there is none',
    async ({ page, service }) => {
      const environment = page.getByRole('textbox', { name: 'Environment' })
      await expect(environment).toHaveValue('Test only')
      await expect(environment).toHaveAttribute('readonly')
      await expect(environment).toHaveAccessibleDescription(SET_BY)
      await page.getByRole('textbox', { name: 'Address of the service' }).fill(service.url)
      await page.getByRole('textbox', { name: 'User name' }).fill(demoUser.username)
      await page.getByRole('textbox', { name: 'Password' }).fill(demoUser.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main', { name: 'Search' })).toBeVisible()
      await leaveFirstField(page)
      const settings = await openSection(page, 'Firm’s streams')
      const field = settings.getByRole('textbox', { name: 'Your firm’s broker' })
      await expect(field).toHaveValue('none')
      await expect(field).toHaveAccessibleDescription(
        `Set by the policy ${TEST_POLICY}, which cannot be read and so counts as forbidding it.`,
      )
      await expect(settings.getByRole('button', { name: 'Add your firm’s broker…' })).toBeHidden()
    },
  )
})

deskTest.describe('where tray, start, updates and the keychain are set', () => {
  const offersNone = (): Promise<never> => Promise.reject(new Error('no update is offered'))
  deskTest.use({
    ports: {
      policy: policyOf({
        CloseToTray: true,
        LaunchAtLogin: false,
        UpdateMode: 'off',
        UpdateUrl: 'https://updates.firm.example/parcel-desk',
        KeychainForbidden: true,
      }),
      hostKind: 'desktop',
      updater: { installed: { form: 'app-image' }, parse: offersNone, verify: offersNone, install: offersNone },
    },
  })
  deskTest.skip(({ host }) => host !== 'shell', 'it takes a policy of the test’s own')

  deskTest('each is shown as set, and no key or click changes it', async ({ page }) => {
    const kept = page.getByRole('textbox', { name: 'Keep me signed in' })
    await expect(kept).toHaveValue('No: the password is asked for at each start')
    await expect(kept).toHaveAccessibleDescription(SET_BY)
    await signIn(page)
    const background = await openSection(page, 'When the window is closed')
    // A desktop without a tray hides the window with nothing to bring it back.
    await expect(background).toContainText('start Parcel Desk again: that shows the window of the one that runs')
    for (const [name, isOn] of [
      ['Keep running in the tray when the window is closed', true],
      ['Start when I sign in to this computer', false],
    ] as const) {
      const box = background.getByRole('checkbox', { name })
      await expect(box).toHaveAccessibleDescription(SET_BY)
      await background.getByText(name).click()
      await box.press('Space')
      await expect(box).toBeChecked({ checked: isOn })
    }
    await openSection(page, 'Updates')
    const updates = settingsOf(page, 'Updates').getByRole('radiogroup', { name: 'Newer versions' })
    await expect(updates).toContainText(SET_BY)
    await updates.getByText('Tell me').click()
    await expect(updates.getByRole('radio', { name: /^Off/ })).toBeChecked()
    await expect(settingsOf(page, 'Updates').getByRole('button', { name: 'Check for updates' })).toBeDisabled()
  })
})

/** As a page does that was taken over: whatever it calls is refused. */
async function callAgainstPolicy(page: Page, baseUrl: string): Promise<void> {
  const calls: [string, unknown][] = [
    ['settings.change', { conflict: 'replace' }],
    ['settings.change', { pattern: '{documentId}' }],
    ['settings.change', { concurrency: 32 }],
    [
      'accounts.signIn',
      {
        profile: null,
        environment: 'production',
        baseUrl,
        username: 'ops',
        password: 'x',
        credentialForm: 'basic',
        caFileId: null,
      },
    ],
  ]
  for (const [name, input] of calls) {
    const call = `window.parcelDesk.call(${JSON.stringify(name)}, ${JSON.stringify(input)})`
    const reply = await page.evaluate<string>(`${call}.then((one) => JSON.stringify(one))`)
    expect(reply).toContain('set-by-organisation')
  }
}
