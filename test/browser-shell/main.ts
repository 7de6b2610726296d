import { mkdtemp, rm } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createKeychain } from '../../src/adapters/keychain/keychain.ts'
import { keepHeapSmall } from '../../src/engine/base/small-heap.ts'
import { startShell } from './start-shell.ts'

keepHeapSmall()
const USAGE = 'npm run shell -- [--port N] [--data-dir DIR] [--demo] [--keychain] [--hot]'

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    demo: { type: 'boolean', default: false },
    // Passwords go into the keychain of this computer, not only into memory.
    keychain: { type: 'boolean', default: false },
    // The page from its sources, which follows what an editor saves; `npm run dev`.
    hot: { type: 'boolean', default: false },
  },
})
const port = Number(values.port ?? 0)
if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`Usage: ${USAGE}`)

const ownDir = values['data-dir'] === undefined ? await mkdtemp(join(tmpdir(), 'parcel-desk-shell-')) : undefined
const root = ownDir ?? resolve(values['data-dir'] ?? '')
if (values.demo) process.stderr.write('Starting the demo: its message queue takes some seconds.\n')
// What makes its PDFs would be a third of the memory of a shell that needs none.
const demo = values.demo ? await (await import('./shell-demo.ts')).startShellDemo() : undefined
await demo?.feedStarted
const hot = values.hot ? await (await import('./hot-page.ts')).openHotAddress(port) : undefined
const shell = await startShell({
  ...(hot ?? { port }),
  dataDir: join(root, 'data'),
  savedDir: join(root, 'Saved documents'),
  demo: demo?.facts ?? null,
  onAsked: (line) => process.stderr.write(`${line}\n`),
  ...(values.keychain ? { secrets: createKeychain() } : {}),
})
// Here and not at the end, as Node does by itself: tests kill it, and would compile everything each time.
flushCompileCache()
process.stdout.write(`${JSON.stringify({ url: shell.url })}\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())

async function end(): Promise<void> {
  await shell.close()
  await hot?.close()
  await demo?.stop()
  // Nobody named this folder, so nobody looks for it.
  if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
  process.exit()
}
