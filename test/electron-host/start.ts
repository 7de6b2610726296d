import { buildDesktop } from './desktop-build.ts'
import { electronBinary } from './electron-binary.ts'
import { runInherited } from './run-inherited.ts'

const MISSING = [
  'Electron itself is not installed: its program is no part of the npm package and is downloaded from its maker when',
  'npm installs, which was not possible here. Where that server can be reached, “npx install-electron” brings it and',
  '“npm start” opens the desktop. Until then “npm run shell” opens the same application in a browser.\n',
].join(' ')

/** `npm start`: the desktop, built where that is needed. What follows `--` goes to it. */
async function start(): Promise<number> {
  const binary = electronBinary()
  if (binary === undefined) {
    process.stderr.write(MISSING)
    return 1
  }
  await buildDesktop()
  return await runInherited(binary, ['.', ...process.argv.slice(2)])
}

process.exitCode = await start()
