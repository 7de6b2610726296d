import { spawn } from 'node:child_process'
import { chmod, copyFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { InstalledKind } from './installed-kind.ts'

/**
 * Puts a checked update in its place and starts it, an AppImage with `words`; the installer for Windows passes none on. Called
 * when everything of the running program is closed; it must end at once afterwards. Throws what the file system throws; then
 * the old program is as it was.
 */
export async function installUpdate(
  installed: Extract<InstalledKind, { form: 'nsis' | 'app-image' }>,
  file: string,
  { env, words }: { env: NodeJS.ProcessEnv; words: readonly string[] },
): Promise<void> {
  if (installed.form === 'app-image') {
    await replaceFile(installed.file, file)
    await startAppImage(installed.file, words, env)
    return
  }
  // With a window where its folder needs rights, so that Windows asks an administrator; never silently there.
  const silent = installed.isInProgramFiles ? [] : ['/S']
  await start(file, ['--updated', ...silent, '--force-run'], env)
}

/** It mounts itself, and must not take the place of the running one for its own. */
export async function startAppImage(file: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  await start(file, words, withoutMount(env))
}

/** The new file is complete beside the old one before it takes its name in one step. */
async function replaceFile(target: string, file: string): Promise<void> {
  const part = path.join(path.dirname(target), `.${path.basename(target)}.part`)
  try {
    await copyFile(file, part)
    await chmod(part, 0o755)
    await rename(part, target)
  } catch (thrown) {
    await rm(part, { force: true })
    throw thrown
  }
  await rm(file, { force: true })
}

function withoutMount(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { APPIMAGE: _file, APPDIR: _folder, ARGV0: _name, OWD: _started, ...rest } = env
  return rest
}

async function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, [...args], { detached: true, stdio: 'ignore', env })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.unref()
}
