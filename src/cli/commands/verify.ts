import path from 'node:path'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { VerifyResult } from '../../engine/saving/archive/verify-folder.ts'
import type { CommandAction } from '../command-run.ts'
import type { SignedFile } from '../../engine/signatures/signature-reader.ts'
import { counted } from '../../shared/text/format.ts'
import { describeSignature } from '../../shared/words/signature-words.ts'
import type { VerifyOptions } from '../options/option-types.ts'

/** `verify`: compares a folder with its manifest, and tells of the digital signatures in it. */
export const verify: CommandAction<VerifyOptions> = async ({ args, options, terminal, open, screen, interruption }) => {
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
  const files = options.signatures === true ? await desk.signatures.readFolder(folder, interruption.stop) : undefined
  const documents = files?.filter(isChanged).length ?? 0
  const signed = documents > 0 ? describeFailure({ tag: 'signed-changed', folder, documents }) : undefined
  const failure = differs ? describeFailure({ tag: 'folder-differs', folder, ...counts }) : signed
  await screen.result({ folder, ok, missing, changed, extra, unreadable, remarked, files, failure }, function* () {
    yield* lines(result)
    if (files !== undefined) yield* signatureLines(files)
  })
  return failure
}

function isChanged({ signatures }: SignedFile): boolean {
  return signatures.some(({ integrity }) => integrity === 'changed')
}

function* signatureLines(files: readonly SignedFile[]): Generator<string> {
  for (const { path: file, signatures, problem } of files) {
    if (problem !== null) yield `signed?   ${plainText(file)}\n          This PDF ${problem}.\n`
    for (const signature of signatures) {
      const { integrity, signer, issuer } = describeSignature(signature)
      yield `signed    ${plainText(file)}\n`
      for (const answer of [integrity, signer, issuer]) yield `          ${plainText(answer)}\n`
    }
  }
  const signed = files.filter(({ signatures }) => signatures.length > 0).length
  yield `${counted(files.length, 'PDF')}, of which ${signed} with digital signatures\n`
}

function* lines({ folder, ok, missing, changed, extra, unreadable, remarked }: VerifyResult): Generator<string> {
  for (const file of missing) yield `missing  ${plainText(file)}\n`
  for (const file of changed) yield `changed  ${plainText(file)}\n`
  for (const file of extra) yield `extra    ${plainText(file)}\n`
  for (const file of unreadable) yield `unreadable  ${plainText(file)}\n`
  for (const { path: file, remark } of remarked) yield `look at  ${plainText(file)}\n         ${plainText(remark)}\n`
  yield `${folder}: ${ok} as recorded, ${missing.length} missing, ${changed.length} changed, ${extra.length} extra, ${unreadable.length} unreadable\n`
}
