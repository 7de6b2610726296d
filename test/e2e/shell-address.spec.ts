import { expect } from './desk-test.ts'
import { processTest as test } from './shell-process.ts'

test.skip(({ host }) => host !== 'shell', 'Electron has no port')

test('the shell answers only at a secret address, and sets no cookie (W-L12)', async ({ shells }) => {
  const { page } = await shells.start()
  // A browser sends a cookie of 127.0.0.1 to all of its ports, and so to other programs that listen there.
  expect(await page.context().cookies()).toEqual([])
  const { origin, pathname, search } = new URL(page.url())
  expect(pathname).toMatch(/^\/[\w-]{32}\/$/)
  expect(search).toBe('')
  for (const path of [
    '/',
    '/index.html',
    '/desk/bridge.js',
    '/desk/events',
    '/?token=guessed',
    `/guessed${pathname}`,
  ]) {
    expect((await fetch(`${origin}${path}`)).status, path).toBe(401)
  }
  expect((await fetch(page.url())).status).toBe(200)
})
