import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { shipPdfjs } from '../../pdfjs.config.ts'
import { PAGE_HEADERS } from '../../src/main/desk/serving/serve-page.ts'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { type AnswerPage, openShellAddress, type ShellAddress } from './shell-server.ts'

/** An address with a page that follows its sources. */
export interface HotAddress {
  address: ShellAddress
  answerPage: AnswerPage
  close(): Promise<void>
}

/** Only here: what Vite adds to the page has a script inside. */
const HEADERS = {
  ...PAGE_HEADERS,
  'content-security-policy': (PAGE_HEADERS['content-security-policy'] ?? '').replace(
    "script-src 'self'",
    "script-src 'self' 'unsafe-inline'",
  ),
}

const BRIDGE_FIRST: Plugin = {
  name: 'bridge-first',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', attrs: { type: 'module', src: 'desk/bridge.js' }, injectTo: 'head-prepend' }],
  },
}

/** The page from its sources in `root`: what is changed in an editor changes in the window that is open. */
export async function openHotAddress(port: number, root = join(PROJECT_ROOT, 'src/renderer')): Promise<HotAddress> {
  const address = await openShellAddress(port)
  const vite = await createServer({
    configFile: false,
    root,
    base: `${new URL(address.base).pathname}/`,
    plugins: [react(), shipPdfjs(), BRIDGE_FIRST],
    server: { middlewareMode: true, ws: { server: address.server }, headers: HEADERS },
    logLevel: 'warn',
  })
  const close = async (): Promise<void> => {
    await vite.close()
    await address.close()
  }
  return { address, answerPage: vite.middlewares, close }
}
