import { buildDesktop } from './desktop-build.ts'
import { electronBinary, NO_BINARY } from './electron-binary.ts'
import { runInherited } from './run-inherited.ts'

/** `npm run test:electron`: the journeys of the shell, and what only Electron has, in the real application. */
async function runTests(): Promise<number> {
  if (electronBinary() === undefined) {
    process.stdout.write(`not run: ${NO_BINARY}\n`)
    return 0
  }
  await buildDesktop()
  return await runInherited('playwright', ['test', '--project=electron', ...process.argv.slice(2)])
}

process.exitCode = await runTests()
