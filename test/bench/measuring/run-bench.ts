import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

export interface BenchRun {
  /** Part of the name of the temporary folder. */
  name: string
  /** Leave the temporary folder where it is. */
  isKept?: boolean
}

/**
 * Runs a bench in a temporary folder that is gone afterwards; what goes wrong is one line and exit code 1.
 * Ctrl+C reaches the measured program as well: its end fails the bench, which then cleans up. A second one ends at once.
 */
export async function runBench(
  { name, isKept = false }: BenchRun,
  bench: (workFolder: string) => Promise<void>,
): Promise<void> {
  process.once('SIGINT', () => console.error('Stopping …'))
  // Without a handler no `exit` event would come, and with it the end of the server.
  process.once('SIGTERM', () => process.exit(143))
  const workFolder = await mkdtemp(path.join(os.tmpdir(), `parcel-desk-bench-${name}-`))
  try {
    await bench(workFolder)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    if (isKept) console.log(`Kept: ${workFolder}`)
    else await rm(workFolder, { recursive: true })
  }
}
