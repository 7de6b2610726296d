import type { Locator } from 'playwright/test'
import { expect } from './desk-test.ts'

/**
 * Presses a button that closes a dialog again before the first press is answered. Returns how often the page called the method
 * of the desk.
 */
export async function callsOfTwoPresses(dialog: Locator, button: string, method: string): Promise<number> {
  const released = Promise.withResolvers<void>()
  let calls = 0
  await dialog.page().route('**/desk/call', async (route) => {
    if (route.request().postData()?.includes(`"${method}"`) === true) {
      calls += 1
      await released.promise
    }
    await route.continue()
  })
  await dialog.getByRole('button', { name: button }).click()
  await dialog.getByRole('button', { name: button }).click()
  released.resolve()
  await expect(dialog).toBeHidden()
  return calls
}
