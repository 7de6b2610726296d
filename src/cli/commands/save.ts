import path from 'node:path'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { JobDocument, SaveProgress } from '../../shared/model/job.ts'
import { formatBytes, counted, isShortOfSpace, spaceWarning } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { addUp, type PlanSummary } from '../../engine/save-as-found.ts'
import type { SavePlanRequest } from '../../engine/parcel-desk.ts'
import { parseNamePattern } from '../../engine/saving/names/name-pattern.ts'
import type { PlanAction, PlannedDocument, SavePlan } from '../../engine/saving/plan/save-plan.ts'
import type { SearchProgress } from '../../engine/search/selection.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { openSession } from '../connection/open-session.ts'
import { readSelection } from '../connection/read-selection.ts'
import { chosenPattern } from '../options/chosen-pattern.ts'
import type { SaveOptions } from '../options/option-types.ts'
import { limitCalls } from '../options/call-limits.ts'
import { incompleteList, reportSave, runOptions, showSearch } from '../reports/report-save.ts'
import { announcePlan } from '../reports/save-events.ts'

/** `save`: plans the documents of the selection and saves them, or only prints the plan. */
export const save: CommandAction<SaveOptions> = async (run) => {
  const { screen, interruption } = run
  const request = await planRequest(run)
  await limitCalls(run)
  const session = await openSession(run)
  const options = runOptions(run)
  let isSaving = false
  const showSearching = showSearch(screen)
  const onSearch = (progress: SearchProgress): void => {
    if (!isSaving) showSearching(progress)
  }
  const onProgress = (progress: SaveProgress): void => {
    isSaving = true
    options.onProgress?.(progress)
  }
  if (run.options.dryRun === true)
    return await reportPlan(run, await session.plan(request, onSearch, interruption.stop))
  let empty: PlanSummary | undefined
  const onPlanned = (plan: PlanSummary): void => {
    if (plan.documents === 0) empty = plan
    else tellPlan(run, plan)
  }
  const result = await session.saveFound(request, { ...options, onProgress, onSearch, onPlanned })
  if (result !== undefined) return await reportSave(run, result)
  // Nothing that could be read has a document: there is no job, because there would be nothing to resume.
  return empty && (await reportPlan(run, { ...empty, documents: [] }))
}

function tellPlan(run: CommandRun<SaveOptions>, plan: PlanSummary): void {
  const { screen } = run
  const { documents, skipped, tooLong, folder, requests } = plan
  const toSave = documents - skipped
  if (isShortOfSpace(plan)) screen.note(spaceWarning(plan))
  if (tooLong > 0) screen.note(`${tooLongText(tooLong)} The result names each.`)
  screen.note(
    toSave === 0
      ? `Nothing is new: what was asked for is in ${folder} already.`
      : `Saving ${counted(toSave - tooLong, 'document')} to ${folder}; about ${counted(requests, 'call')}.`,
  )
  announcePlan(run, plan)
}

async function planRequest(run: CommandRun<SaveOptions>): Promise<SavePlanRequest> {
  const { options, terminal } = run
  // Bad usage is told before anything is opened.
  if (options.name !== undefined) parseNamePattern(options.name)
  return {
    selection: await readSelection(run),
    folder: path.resolve(terminal.workingDir, options.to),
    pattern: chosenPattern(options.name, (await run.open()).policy),
    docTypes: options.docType ?? [],
    conflict: options.conflict,
    isOnlyNew: options.onlyNew === true,
  }
}

type ReportedPlan = Omit<SavePlan, 'alsoSaving' | 'docTypes'>

async function reportPlan(
  { screen }: CommandRun<SaveOptions>,
  plan: ReportedPlan,
): Promise<DescribedFailure | undefined> {
  const { folder, documents, requests, freeBytes, likelyBytes, problems } = plan
  const { skipped, tooLong } = addUp(undefined, plan)
  const counts = { planned: documents.length, saved: 0, skipped, failed: tooLong, bytes: 0 }
  const failure = plan.isComplete ? undefined : incompleteList(`${counted(documents.length, 'document')} in the plan`)
  const result = { job: null, folder, ...counts, complete: false, manifest: null, requests, freeBytes, likelyBytes }
  screen.problems(problems)
  await screen.result({ ...result, documents: documents.values().map(plannedRecord), problems, failure }, () =>
    planLines(plan),
  )
  return failure
}

/** The record of a document as in a job, with what only a plan has: the planned action, and what has the name now. */
function plannedRecord(document: PlannedDocument): JobDocument & Pick<PlannedDocument, 'action' | 'there'> {
  const { setId, documentId, state, path: file, bytes, sha256, attempts, action, there, failure } = document
  const known = { ...(bytes === undefined ? {} : { bytes }), ...(sha256 === undefined ? {} : { sha256 }) }
  return {
    setId,
    documentId,
    state,
    path: file,
    ...known,
    attempts,
    action,
    there,
    ...(failure === undefined ? {} : { failure }),
  }
}

/** In the words of a job: what is not fetched is skipped. */
const LINE_STARTS: Readonly<Record<PlanAction, string>> = {
  save: 'save   ',
  compare: 'compare',
  replace: 'replace',
  leave: 'skip   ',
  unchanged: 'skip   ',
  'too-long': 'fail   ',
}

function* planLines(plan: ReportedPlan): Generator<string> {
  const { folder, documents, requests, freeBytes } = plan
  for (const { action, path: file } of documents) yield `${LINE_STARTS[action]}  ${plainText(file)}\n`
  const { skipped, tooLong } = addUp(undefined, plan)
  const space = freeBytes === null ? '' : `; ${formatBytes(freeBytes)} are free there`
  yield `\n${counted(documents.length - skipped - tooLong, 'document')} would be saved to ${folder} in about ${counted(requests, 'call')}`
  yield `, ${skipped} skipped${space}. Nothing was saved.\n`
  const compared = countOf(plan, 'compare')
  const replaced = countOf(plan, 'replace')
  if (compared > 0)
    yield `${counted(compared, 'file')} there already would be compared; a document that differs is saved beside the file.\n`
  if (replaced > 0) yield `${counted(replaced, 'file')} there already would be replaced.\n`
  if (tooLong > 0) yield `${tooLongText(tooLong)}\n`
  if (isShortOfSpace(plan)) yield `${spaceWarning(plan)}\n`
}

function countOf({ documents }: ReportedPlan, planned: PlanAction): number {
  return documents.filter(({ action }) => action === planned).length
}

function tooLongText(count: number): string {
  return `${counted(count, 'document')} cannot be saved: the path would be too long. Choose a folder nearer to the root of the drive, or a shorter name pattern.`
}
