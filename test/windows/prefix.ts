import { copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Command, type Outcome, runStep } from '../runner/run-step.ts'
import type { Wine } from './debian-wine.ts'

/** A Windows to run programs in: Wine’s C: drive and registry, in a folder. */
export interface Prefix {
  folder: string
  /** How a program of Windows is started from here, with what it needs in the environment. */
  command(words: readonly string[]): { words: string[]; env: Record<string, string> }
  /** Runs a program of Windows to its end. */
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>
  /** Ends what still runs in it. */
  end(): Promise<void>
}

interface RunOptions extends Pick<Command, 'env' | 'takeLine'> {
  signal?: AbortSignal
}

/** A drive or share of Windows: `p:`, or `unc/nas/trade` for `\\nas\trade`. */
export type Drives = Readonly<Record<string, string>>

/** A pipe of this system is no file for a Windows program (`open EBADF`), so it writes to a file that is read as it grows. */
const INTO_FILE = '"$@" >"$0" 2>&1 & tail -s 0.2 -n +1 -f --pid=$! "$0"; wait $!'

/** Made anew each time, so that no policy, password or file of an earlier run is in it: five seconds. */
export async function openPrefix(wine: Wine, folder: string, drives: Drives): Promise<Prefix> {
  const env = {
    ...wine.env,
    WINEPREFIX: folder,
    WINEDEBUG: '-all',
    // Neither .NET nor a browser is installed into it.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
    // For names with other letters than those of English.
    LC_ALL: 'C.UTF-8',
    // It would name a file of this system.
    NODE_EXTRA_CA_CERTS: '',
  }
  const output = `${folder}.output`
  const prefix: Prefix = {
    folder,
    command: (words) => ({ words: [...wine.starter, ...words], env }),
    run: async (words, { signal, ...options } = {}) => {
      await writeFile(output, '')
      const parameters = ['-c', INTO_FILE, output, ...wine.starter, ...words]
      return await runStep({ program: 'sh', parameters, ...options, env: { ...env, ...options.env } }, signal)
    },
    end: async () => {
      await runStep({ program: 'env', parameters: [...wine.server, '-k'], env })
    },
  }
  await makePrefix(wine, prefix)
  for (const [name, target] of Object.entries(drives)) {
    const device = path.join(folder, 'dosdevices', name)
    await rm(device, { force: true })
    await mkdir(path.dirname(device), { recursive: true })
    await symlink(target, device)
  }
  return prefix
}

async function makePrefix(wine: Wine, { folder, run }: Prefix): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const system = path.join(folder, 'drive_c', 'windows', 'system32')
  await mkdir(system, { recursive: true })
  // Debian’s Wine looks for it there before it has copied it there: “could not load kernel32.dll”.
  if (wine.missingDll !== undefined) await copyFile(wine.missingDll, path.join(system, 'zlib1.dll'))
  const made = await run(['wineboot', '-i'])
  if (!made.succeeded) throw new Error(`Wine made no prefix: ${made.output}`)
}
