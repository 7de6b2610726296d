import { pathToFileURL } from 'node:url'
import { app } from 'electron'

/** The command line of the package, without a window: the same that `parcel-desk` runs on plain Node. */
export async function runCommandWords(words: readonly string[], packageFile: string): Promise<void> {
  // Loaded only here: the desk starts without it.
  const [{ runCommandLine }, { createProcessTerminal, drainStreams }] = await Promise.all([
    import('../../cli/run-command-line.ts'),
    import('../../cli/terminal/process-terminal.ts'),
  ])
  const exitCode = await runCommandLine(words, createProcessTerminal(pathToFileURL(packageFile)))
  await drainStreams()
  app.exit(exitCode)
}
