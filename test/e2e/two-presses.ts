import type { Locator, Page, Route } from 'playwright/test'
import { expect } from './desk-test.ts'

interface HeldCalls {
  /** How often the page called. */
  count(): number
  letGo(): void
}

/** Answers no call of this method of the desk, from any window, until it is let go. */
export async function holdCalls(page: Page, method: string): Promise<HeldCalls> {
  const released = Promise.withResolvers<void>()
  let calls = 0
  await page.context().route('**/desk/call', async (route) => {
    if (!isCallOf(route, method)) return await route.fallback()
    calls += 1
    await released.promise
    // One that was given up cannot go on.
    await route.fallback().catch(() => undefined)
  })
  return { count: () => calls, letGo: released.resolve }
}

/**
 * Presses a button that closes a dialog again before the first press is answered, and then Esc; until then the dialog says that
 * it waits. Returns how often the page called the method of the desk.
 */
export async function callsOfTwoPresses(dialog: Locator, button: string, method: string): Promise<number> {
  const page = dialog.page()
  const held = await holdCalls(page, method)
  await dialog.getByRole('button', { name: button }).click()
  const pressed = dialog.getByRole('button', { name: /…$/, disabled: true }).and(page.locator(':focus'))
  await expect(pressed).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(pressed).toBeVisible()
  held.letGo()
  await expect(dialog).toBeHidden()
  return held.count()
}

/** Lets a method of the desk fail once, when it is let go. */
export async function failOnce(dialog: Locator, method: string, message: string): Promise<{ letGo: () => void }> {
  const released = Promise.withResolvers<void>()
  let isDone = false
  await dialog.page().route('**/desk/call', async (route) => {
    if (isDone || !isCallOf(route, method)) return await route.fallback()
    isDone = true
    await released.promise
    await route.fulfill({ json: { isOk: false, failure: { tag: 'internal', message, next: 'Try again.' } } })
  })
  return { letGo: released.resolve }
}

/** Clicks in several windows before the first click is answered, and waits for the answers: each calls this method of the desk. */
export async function clickInEach(buttons: readonly Locator[], method: string): Promise<void> {
  const all: HeldCalls[] = []
  const answers: Promise<unknown>[] = []
  for (const button of buttons) {
    const page = button.page()
    all.push(await holdCalls(page, method))
    await button.click()
    answers.push(page.waitForResponse((response) => isCallOf(response, method)))
  }
  for (const held of all) held.letGo()
  await Promise.all(answers)
}

function isCallOf(one: Pick<Route, 'request'>, method: string): boolean {
  return one.request().postData()?.includes(`"${method}"`) === true
}
