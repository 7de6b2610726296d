import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { FUSES } from '../../electron-fuses.config.ts'

/** Reads the fuses of the program that is named, and says which are not as they were decided; 1 where there is one. */
async function checkFuses(program: string): Promise<number> {
  const wire = await getCurrentFuseWire(program)
  const wrong = Object.values(FuseV1Options)
    .filter((fuse) => typeof fuse === 'number')
    .filter((fuse) => wire[fuse] !== (FUSES[fuse] ? FuseState.ENABLE : FuseState.DISABLE))
    .map((fuse) => FuseV1Options[fuse])
  process.stdout.write(wrong.length === 0 ? 'All fuses are as decided.\n' : `Not as decided: ${wrong.join(', ')}\n`)
  return wrong.length === 0 ? 0 : 1
}

process.exitCode = await checkFuses(process.argv[2] ?? '')
