import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { app, crashReporter } from 'electron'
import type { PolicyPort } from '../../engine/ports/policy.ts'

const KEPT = 5

/**
 * Lets Chromium keep a dump where a process of it crashes: on this disk, the newest five, never sent, unless the organisation
 * forbids it. A dump has parts of the memory, so it is in no bundle for support.
 */
export function keepCrashDumps(policy: PolicyPort): void {
  if (!policy.current().values.CrashDumps) return
  crashReporter.start({ uploadToServer: false })
  removeOldDumps(app.getPath('crashDumps'))
}

function removeOldDumps(folder: string): void {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'))
    const dumps = names.map((name) => ({ path: join(folder, name), atMs: statSync(join(folder, name)).mtimeMs }))
    const old = dumps.toSorted((one, other) => other.atMs - one.atMs).slice(KEPT)
    for (const { path } of old) rmSync(path, { force: true })
  } catch {
    // Without a folder there are no dumps.
  }
}
