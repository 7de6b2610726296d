import { ENVIRONMENTS } from '../../shared/model/connection.ts'
import { badUsage } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { textlessWords } from '../../shared/words/text-words.ts'
import { wrongNumbers } from '../../engine/texts/container-numbers.ts'
import { findTerms } from '../../engine/texts/find-terms.ts'
import type { TextHit } from '../../engine/texts/find-on-disk.ts'
import type { TextStatus, Texts } from '../../engine/texts/texts-service.ts'
import type { CommandAction } from '../command-run.ts'
import type { FindOptions } from '../options/option-types.ts'

/** `find`: pages of saved documents that have these words. */
export const find: CommandAction<FindOptions> = async ({ options, args, open, screen }) => {
  const words = args.join(' ')
  if (findTerms(words).length === 0)
    throw badUsage('There is no letter and no digit to look for.', 'Give a word or a number.')
  for (const sentence of wrongNumbers(words)) screen.note(sentence)
  const desk = await open()
  const { customer = [], limit, environment } = options
  const texts = (environment === undefined ? ENVIRONMENTS : [environment]).map((one) => desk.texts(one))
  const found = await Promise.all(texts.map((one) => one.find({ words, limit, customers: customer })))
  const hits = found.flat().slice(0, limit)
  const { indexed, withoutText, waiting } = totalOf(texts)
  if (waiting > 0)
    screen.note(`${counted(waiting, 'saved document')} not in the index yet; “parcel-desk index --run” reads them.`)
  const failure =
    hits.length > 0
      ? undefined
      : describeFailure({ tag: 'nothing-matched', what: 'no page of a saved document has all of these words' })
  await screen.result({ indexed, withoutText, waiting, hits: hits.map(hitRecord), failure }, function* () {
    for (const hit of hits) yield `${plainText(hit.path)}, page ${hit.page}\n    ${snippetText(hit)}\n`
    yield `${hits.length < limit ? '' : 'the first '}${counted(hits.length, 'page')}; ${textlessWords({ indexed, withoutText })}\n`
  })
  return failure
}

const COUNTS = ['indexed', 'withoutText', 'unreadable', 'waiting'] as const

/** The status of several indexes together. */
export function totalOf(texts: readonly Texts[]): TextStatus {
  const total = { indexed: 0, withoutText: 0, unreadable: 0, waiting: 0 }
  for (const one of texts.map((each) => each.status())) {
    for (const key of COUNTS) total[key] += one[key]
  }
  return total
}

function hitRecord(hit: TextHit) {
  const { path, page, setId, documentId, sha256 } = hit
  return { path, page, snippet: snippetText(hit), setId, documentId, sha256 }
}

function snippetText({ snippet }: TextHit): string {
  return snippet.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('')
}
