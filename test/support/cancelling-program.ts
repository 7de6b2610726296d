import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createTestDesk } from './test-desk.ts'

/*
 * A process of its own that cancels the newest job of a data folder, so that it can be killed while it does: the command
 * line cannot cancel a job.
 */

/** Resolves when it has ended: true where it got to its end. */
export async function cancelInProgram(
  root: string,
  service: { url: string },
  env: Record<string, string>,
): Promise<boolean> {
  const program = fileURLToPath(import.meta.url)
  const child = spawn(process.execPath, [program, root, service.url], { env: { ...process.env, ...env } })
  await once(child, 'close')
  return child.exitCode === 0
}

async function cancelNewest(root: string, url: string): Promise<void> {
  const { desk, close } = await createTestDesk({ service: { url }, root })
  await desk.jobs.cancel(desk.jobs.list()[0]?.job ?? '')
  await close()
}

const [, started, root, url] = process.argv
if (started === fileURLToPath(import.meta.url) && root !== undefined && url !== undefined) await cancelNewest(root, url)
