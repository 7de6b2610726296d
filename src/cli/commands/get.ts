import path from 'node:path'
import { bytesOfMb } from '../../shared/model/size-limits.ts'
import { formatBytes } from '../../shared/text/format.ts'
import type { CommandAction } from '../command-run.ts'
import { openSession } from '../connection/open-session.ts'
import type { GetOptions } from '../options/option-types.ts'

/** `get`: saves one document to a file that must not exist yet. */
export const get: CommandAction<GetOptions> = async (run) => {
  const { options, terminal, screen, interruption } = run
  const file = path.resolve(terminal.workingDir, options.output)
  const target = { setId: options.set, documentId: options.document, file }
  const session = await openSession(run)
  const limit = options.maxDocumentMb === undefined ? {} : { largestBytes: bytesOfMb(options.maxDocumentMb) }
  const wanted = { ...target, ...limit, acceptsDamaged: options.saveAnyway === true }
  const { bytes, sha256, remark } = await session.get(wanted, interruption.stop)
  const { setId, documentId } = target
  if (remark !== null) screen.problems([{ where: file, message: remark }])
  await screen.result({ setId, documentId, path: file, bytes, sha256, remark }, () => [
    `${file}\n${formatBytes(bytes)}, SHA-256 ${sha256}\n`,
  ])
  return undefined
}
