import { bringElectron } from './bring-electron.ts'
import { buildDesktop } from './desktop-build.ts'
import { runInherited } from './run-inherited.ts'

/** `npm run test:electron`: the journeys of the shell, and what only Electron has, in the real application. */
async function runTests(): Promise<number> {
  const electron = await bringElectron({ say })
  if (electron.program === undefined) {
    say(`not run: ${electron.why}`)
    return 0
  }
  await buildDesktop()
  return await runInherited('playwright', ['test', '--project=electron', ...process.argv.slice(2)])
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = await runTests()
