import { availableParallelism } from 'node:os'
import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { textlessWords } from '../../shared/words/text-words.ts'
import type { CommandAction } from '../command-run.ts'
import type { IndexOptions } from '../options/option-types.ts'
import { totalOf } from './find.ts'

/** Each has up to some 300 MB for a moment. */
const MOST_READERS = 4

/** `index`: tells how far the index of texts is, or reads what it lacks, or everything anew. */
export const indexTexts: CommandAction<IndexOptions> = async ({ options, open, screen, interruption }) => {
  const { status = false, rebuild = false, run = false, environment } = options
  if ([status, rebuild, run].filter(Boolean).length !== 1)
    throw badUsage('One of --status, --run and --rebuild is needed.', 'Give one of them.')
  const desk = await open()
  const texts = (environment === undefined ? ENVIRONMENTS : [environment]).map((one) => desk.texts(one))
  const readers = Math.min(MOST_READERS, availableParallelism())
  for (const one of status ? [] : texts) {
    if (rebuild) one.clear()
    const { waiting } = one.status()
    const onRead = (documents: number): void => screen.progress(`${documents} of ${counted(waiting, 'document')} read`)
    await one.update({ readers, onRead, signal: interruption.stop })
    if (interruption.stop.aborted) throw new AppError({ tag: 'interrupted' })
  }
  const total = totalOf(texts)
  const unreadable = texts
    .flatMap((one) => one.flawed())
    .map(({ path, sha256, flaw }) => ({ path, sha256, reason: flaw }))
  const { indexed, withoutText, waiting } = total
  await screen.result({ indexed, withoutText, waiting, unreadable }, function* () {
    for (const { path, reason } of unreadable) yield `${plainText(path)}\n    ${reason}\n`
    yield `${textlessWords(total)}; ${waiting} waiting, ${unreadable.length} not read or not whole\n`
  })
  return undefined
}
