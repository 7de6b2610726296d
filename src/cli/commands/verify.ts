import path from 'node:path'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { VerifyResult } from '../../engine/saving/archive/verify-folder.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'

/** `verify`: compares a folder with its manifest. */
export const verify: CommandAction<GeneralOptions> = async ({ args, terminal, open, screen, interruption }) => {
  const desk = await open()
  const result = await desk.verify(path.resolve(terminal.workingDir, args[0] ?? '.'), interruption.stop)
  const { folder, ok, missing, changed, extra, unreadable, remarked } = result
  const counts = {
    missing: missing.length,
    changed: changed.length,
    extra: extra.length,
    unreadable: unreadable.length,
  }
  const differs = Object.values(counts).some((count) => count > 0)
  const failure = differs ? describeFailure({ tag: 'folder-differs', folder, ...counts }) : undefined
  await screen.result({ folder, ok, missing, changed, extra, unreadable, remarked, failure }, () => lines(result))
  return failure
}

function* lines({ folder, ok, missing, changed, extra, unreadable, remarked }: VerifyResult): Generator<string> {
  for (const file of missing) yield `missing  ${plainText(file)}\n`
  for (const file of changed) yield `changed  ${plainText(file)}\n`
  for (const file of extra) yield `extra    ${plainText(file)}\n`
  for (const file of unreadable) yield `unreadable  ${plainText(file)}\n`
  for (const { path: file, remark } of remarked) yield `look at  ${plainText(file)}\n         ${plainText(remark)}\n`
  yield `${folder}: ${ok} as recorded, ${missing.length} missing, ${changed.length} changed, ${extra.length} extra, ${unreadable.length} unreadable\n`
}
