import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { leaveFirstField } from '../support/leave-first-field.ts'
import { signInByForm } from '../support/sign-in-form.ts'
import { expect } from './desk-test.ts'
import { processTest as test } from './shell-process.ts'

test.skip(({ host }) => host !== 'shell', 'Electron closes the window with its main process')

test('a page whose application has gone says so at once, over everything', async ({ shells, service }) => {
  const { page, kill } = await shells.start()
  await signInByForm(page, { address: service.url, ...demoUser, name: null })
  await leaveFirstField(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await kill()
  // What else was asked for says that the connection is lost too, but only the banner says what that means.
  const banner = page.getByText('What is shown here may be out of date.')
  await expect(banner).toBeVisible()
  await expect(banner).toContainText('Close the window and restart Parcel Desk')
})
