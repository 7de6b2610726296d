import { electronBinary } from '../electron-host/electron-binary.ts'
import { findBrowser } from '../support/find-browser.ts'
import { runCommandLineDemo } from './command-line-demo.ts'
import { showFirm, showInBrowser, showInElectron } from './desk-demo.ts'
import { hasDisplay } from './has-display.ts'

/**
 * `npm run demo`: the desk if there is a screen, else the command line, which `--cli` always takes; with `--firm` three desks of
 * one firm.
 */
async function demo(): Promise<void> {
  const binary = electronBinary()
  const browser = findBrowser()
  if (process.argv.includes('--firm')) return await showFirm(hasDisplay() ? browser : undefined)
  const isWanted = !process.argv.includes('--cli') && hasDisplay()
  if (isWanted && binary !== undefined) return await showInElectron(binary)
  if (isWanted && browser !== undefined) return await showInBrowser(browser)
  return await runCommandLineDemo()
}

await demo()
