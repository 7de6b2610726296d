import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openHotAddress } from '../browser-shell/hot-page.ts'
import { startShell } from '../browser-shell/start-shell.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { expect } from './expect.ts'
import { test } from './desk-test.ts'

test.skip(({ host }) => host !== 'shell', 'Electron shows the built page')

const labelled = (label: string): string =>
  `document.querySelector('p').textContent = '${label}'\nimport.meta.hot.accept()\n`

test('a line that is changed in the sources of the page changes in the open window, which is not loaded again', async ({
  root,
  sharedBrowser,
}) => {
  const sources = join(root, 'sources')
  await mkdir(sources)
  await symlink(join(PROJECT_ROOT, 'node_modules'), join(sources, 'node_modules'), 'junction')
  await writeFile(join(sources, 'label.js'), labelled('Before'))
  await writeFile(
    join(sources, 'index.html'),
    '<html><head></head><body><p></p><script type="module" src="./label.js"></script></body></html>',
  )
  const hot = await openHotAddress(0, sources)
  const shell = await startShell({ ...hot, dataDir: join(root, 'data'), savedDir: root })
  const page = await (await sharedBrowser()).newPage()
  const connected = page.waitForEvent('console', (message) => message.text() === '[vite] connected.')
  await page.goto(shell.url)
  await connected
  await expect(page.getByText('Before')).toBeVisible()
  await page.evaluate(() => Object.assign(globalThis, { isFirst: true }))

  await writeFile(join(sources, 'label.js'), labelled('After'))

  await expect(page.getByText('After')).toBeVisible()
  expect(await page.evaluate(() => ['isFirst' in globalThis, 'parcelDesk' in globalThis])).toEqual([true, true])
  await page.close()
  await shell.close()
  await hot.close()
})
