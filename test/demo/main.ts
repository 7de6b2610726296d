import { electronBinary } from '../electron-host/electron-binary.ts'
import { findBrowser } from '../support/find-browser.ts'
import { runCommandLineDemo } from './command-line-demo.ts'
import { showInBrowser, showInElectron } from './desk-demo.ts'
import { hasDisplay } from './has-display.ts'

/** `npm run demo`: the desk where there is a screen to see it on, else the command line. `--cli` takes that one anyhow. */
async function demo(): Promise<void> {
  const binary = electronBinary()
  const browser = findBrowser()
  const isWanted = !process.argv.includes('--cli') && hasDisplay()
  if (isWanted && binary !== undefined) return await showInElectron(binary)
  if (isWanted && browser !== undefined) return await showInBrowser(browser)
  return await runCommandLineDemo()
}

await demo()
