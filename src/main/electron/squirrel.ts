import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { autoUpdater } from 'electron'

/**
 * Hands a checked zip to Squirrel, macOS’ own updater in Electron, which takes updates from a server only: one of this process,
 * on an address that nobody else can guess. Squirrel refuses a program that is not signed as the running one is. Rejects where
 * it does; otherwise the application is replaced, and starts again.
 */
export async function installWithSquirrel(file: string): Promise<void> {
  const secret = randomBytes(32).toString('hex')
  const server = createServer((asked, answer) => {
    const origin = `http://${asked.headers.host ?? ''}`
    if (asked.url === `/${secret}.json`) {
      answer
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ url: `${origin}/${secret}.zip` }))
    } else if (asked.url === `/${secret}.zip`) {
      answer.writeHead(200, { 'content-type': 'application/zip', 'content-length': statSync(file).size })
      createReadStream(file).pipe(answer)
    } else {
      answer.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was free')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    autoUpdater.once('update-downloaded', () => resolve())
    autoUpdater.once('update-not-available', () => reject(new Error('macOS found no update in the file')))
    autoUpdater.once('error', reject)
    autoUpdater.setFeedURL({ url: `http://127.0.0.1:${address.port}/${secret}.json` })
    autoUpdater.checkForUpdates()
    await promise
  } finally {
    server.close()
  }
  autoUpdater.quitAndInstall()
}
