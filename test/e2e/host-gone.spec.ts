import { expect } from './desk-test.ts'
import { processTest as test, signInByForm } from './shell-process.ts'

test.skip(({ host }) => host !== 'shell', 'Electron closes the window with its main process')

test('a page whose application has gone says so at once, over everything', async ({ shells, service }) => {
  const { page, kill } = await shells.start()
  await signInByForm(page, service.url)
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await kill()
  // Exactly: the palette, which was searching, quotes it.
  const banner = page.getByText('The window has lost its connection to the application.', { exact: true })
  await expect(banner).toBeVisible()
})
