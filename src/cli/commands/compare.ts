import path from 'node:path'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { compareDocuments, type ComparedPage, isDifferent } from '../../shared/compare/compare-documents.ts'
import { changeSentence, comparisonSentence, textOf } from '../../shared/compare/comparison-words.ts'
import { readPdf } from '../../adapters/pdf/read-pdf.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'

/** `compare`: two versions of a document, the earlier one first. Opens no data folder and calls no service. */
export const compare: CommandAction<GeneralOptions> = async ({ args, terminal, screen, interruption }) => {
  const { workingDir, pdfProgram } = terminal
  const files = args.map((file) => path.resolve(workingDir, file))
  const [left = [], right = []] = await Promise.all(files.map((file) => readPdf(file, pdfProgram, interruption.stop)))
  const compared = compareDocuments(left, right, 0)
  const pages = compared.filter(isDifferent)
  const summary = comparisonSentence(compared)
  const failure = pages.length === 0 ? undefined : describeFailure({ tag: 'documents-differ', summary })
  const records = pages.map(recordOf)
  await screen.result({ same: pages.length === 0, pages: records, summary, failure }, () =>
    pages.length === 0 ? [`${summary}\n`] : pages.map(linesOf),
  )
  return failure
}

function recordOf({ left, right, changes, picture }: ComparedPage): object {
  const words = changes.map(({ removed, added }) => ({ removed: textOf(removed), added: textOf(added) }))
  return { left, right, words, picture: Math.round(picture * 10_000) / 10_000 }
}

function linesOf({ left, right, changes, picture }: ComparedPage): string {
  if (left === null) return `page ${right}  inserted\n`
  if (right === null) return `page ${left}  removed from the earlier one\n`
  const where = left === right ? `page ${right}` : `page ${right} (was ${left})`
  const pictures =
    picture > 0 ? [`the pictures differ, on ${Math.max(1, Math.round(picture * 100))} % of the page`] : []
  return [...changes.map(changeSentence), ...pictures].map((what) => `${where}  ${what}\n`).join('')
}
