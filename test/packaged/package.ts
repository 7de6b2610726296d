import path from 'node:path'
import { buildDesktop } from '../electron-host/desktop-build.ts'
import { electronBinary } from '../electron-host/electron-binary.ts'
import { runInherited } from '../electron-host/run-inherited.ts'
import { runStep } from '../runner/run-step.ts'

const MISSING = [
  'No package was made, because Electron itself is not installed: its program is no part of the npm package and is',
  'downloaded from its maker when npm installs, which was not possible here. Where that server can be reached,',
  '“npx install-electron” brings it, and “npm run package” then makes the installers of this system.\n',
].join(' ')

/** `npm run package`: the installers of this system in `dist`. What follows `--` goes to electron-builder. */
async function makePackage(): Promise<number> {
  const binary = electronBinary()
  if (binary === undefined) {
    process.stderr.write(MISSING)
    return 1
  }
  await buildDesktop()
  const built = await runStep({
    program: 'vite',
    parameters: ['build', '--config', 'cli.vite.config.ts', '--logLevel', 'warn'],
  })
  if (!built.succeeded) throw new Error(built.output)
  const distribution = `--config.electronDist=${path.join('node_modules', 'electron', 'dist')}`
  return await runInherited('electron-builder', [distribution, ...process.argv.slice(2)])
}

process.exitCode = await makePackage()
