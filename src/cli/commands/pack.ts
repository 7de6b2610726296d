import path from 'node:path'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import type { PackResult } from '../../shared/model/pack.ts'
import { counted, formatBytes } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { inOrder, type PackPlan } from '../../engine/pack/pack-order.ts'
import type { PackEntry } from '../../engine/pack/plan-pack.ts'
import type { ParcelSession } from '../../engine/parcel-desk.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { openSession } from '../connection/open-session.ts'
import { readSelection } from '../connection/read-selection.ts'
import { chosenPattern } from '../options/chosen-pattern.ts'
import type { PackOptions } from '../options/option-types.ts'
import { runOptions, showSearch } from '../reports/report-save.ts'

/** `pack`: hands over the saved documents of a selection or a folder as one. */
export const pack: CommandAction<PackOptions> = async (run) => {
  const { options, terminal, screen, interruption } = run
  const { form, folder, template } = options
  const output = path.resolve(terminal.workingDir, options.output)
  if (form === 'zip' && path.extname(output).toLowerCase() !== '.zip') {
    throw badUsage(`--output cannot be “${options.output}”.`, 'Give it a name that ends with .zip.')
  }
  if (folder !== undefined && [options.customer, options.shipmentRef, options.refsFile, options.to].some(Boolean)) {
    throw badUsage('--folder takes the place of a selection.', 'Leave --folder out, or the selection and --to.')
  }
  const desk = await run.open()
  const order = template === undefined ? undefined : desk.packTemplates.find(template)
  const entries =
    folder === undefined
      ? await entriesOfSelection(run)
      : await desk.packFolder(path.resolve(terminal.workingDir, folder))
  const plan = inOrder(entries, order)
  if (options.dryRun === true) {
    await screen.result(planRecord(plan, output), () => planLines(plan))
    return undefined
  }
  const outdated = plan.entries.filter(({ file }) => file?.isOutdated === true).length
  if (outdated > 0) screen.note(`${counted(outdated, 'document')} saved before the set changed: in the pack as saved.`)
  const onProgress = (done: number): void =>
    screen.progress(`Packing: ${done} of ${counted(entries.length, 'document')}`)
  const made = await desk.makePack({ ...plan, form, output }, { onProgress, signal: interruption.stop })
  await screen.result(made, () => lines(made))
  return undefined
}

/** A pack of a search that is not complete would lack documents without saying which. */
async function entriesOfSelection(run: CommandRun<PackOptions>): Promise<PackEntry[]> {
  const { options, screen, interruption } = run
  const selection = await readSelection(run)
  const session = await openSession(run)
  const found = await session.search(selection, { onProgress: showSearch(screen) }, interruption.stop)
  screen.problems(found.problems)
  if (!found.complete) {
    const missing = 'the service did not list everything that was asked for'
    throw new AppError({ tag: 'incomplete', what: `${counted(found.loaded, 'set')} found`, missing })
  }
  const request = { setIds: [...new Set(Array.from(found.sets(), ({ setId }) => setId))], status: selection.status }
  const entries = await session.packSets(request, interruption.stop)
  const isLacking = entries.some(({ file }) => file === null)
  if (!isLacking || options.to === undefined || options.dryRun === true) return entries
  await saveFirst(run, session, { entries, folder: options.to, status: selection.status })
  return await session.packSets(request, interruption.stop)
}

async function saveFirst(
  run: CommandRun<PackOptions>,
  session: ParcelSession,
  { entries, folder, status }: { entries: PackEntry[]; folder: string; status: string },
): Promise<void> {
  const { terminal, screen, interruption } = run
  const pattern = chosenPattern(undefined, (await run.open()).policy)
  const where = { folder: path.resolve(terminal.workingDir, folder), pattern, status }
  const plan = await session.planForPack(entries, where, interruption.stop)
  screen.note(`Saving ${counted(plan.documents.length, 'document')} to ${plan.folder} first.`)
  const { complete, job } = await session.save(plan, runOptions({ ...run, options: {} }))
  if (complete) return
  if (interruption.stop.aborted) throw new AppError({ tag: 'interrupted', job: job.job })
  throw new AppError({ tag: 'some-not-saved', failed: job.planned - job.saved - job.skipped, planned: job.planned })
}

function planRecord({ entries, lacks }: PackPlan, output: string): object {
  const bytes = entries.reduce((sum, { file }) => sum + (file?.bytes ?? 0), 0)
  const plan = entries.map(({ setId, documentId, title, state, file }, at) => {
    return { order: at + 1, setId, documentId, title, state, path: file?.path ?? null }
  })
  return { output, documents: entries.length, pages: null, bytes, sha256: null, lacks, kept: [], plan }
}

function* planLines({ entries, lacks }: PackPlan): Generator<string> {
  for (const [at, { parcelRef, title, state }] of entries.entries()) {
    yield `${at + 1}  ${plainText(parcelRef ?? '')}  ${title}${state === 'saved' ? '' : `  (${state})`}\n`
  }
  for (const pattern of lacks) yield `No document fits: ${plainText(pattern)}\n`
  yield 'Nothing was written.\n'
}

function* lines({ output, documents, pages, bytes, sha256, lacks, kept }: PackResult): Generator<string> {
  for (const { path: file, why } of kept) {
    yield `not merged  ${file}: ${why}, ${why === 'signed' ? 'attached to the PDF as it is' : 'a file beside the PDF'}\n`
  }
  for (const pattern of lacks) yield `No document fits: ${plainText(pattern)}\n`
  yield `${output}\n${counted(documents, 'document')}, ${counted(pages, 'page')}, ${formatBytes(bytes)}, SHA-256 ${sha256}\n`
}
