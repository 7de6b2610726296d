import path from 'node:path'
import type { SavePlan, SavePlanRequest } from '../../main/core/parcel-desk.ts'
import { DEFAULT_NAME_PATTERN, parseNamePattern } from '../../main/saving/name-pattern.ts'
import { formatBytes } from '../../shared/text/format-bytes.ts'
import type { CommandAction, CommandRun } from '../command-run.ts'
import { openSession } from '../open-session.ts'
import type { SaveOptions } from '../option-types.ts'
import { plainLine } from '../plain-line.ts'
import { searchProgressText } from '../progress-text.ts'
import { readSelection } from '../read-selection.ts'
import { reportSave } from '../report-save.ts'
import { runOptions } from '../run-options.ts'

/** `save`: plans the documents of the selection and saves them, or prints the plan alone. */
export const save: CommandAction<SaveOptions> = async (run) => {
  const { screen, interruption } = run
  const request = await planRequest(run)
  const session = await openSession(run)
  const plan = await session.plan(
    request,
    (progress) => {
      screen.progress(searchProgressText(progress))
    },
    interruption.stop,
  )
  if (run.options.dryRun === true) return await reportPlan(run, plan)
  screen.note(`Saving ${plan.documents.length} documents to ${plan.folder}; about ${plan.requests} calls.`)
  const result = await session.save(plan, runOptions(run))
  return await reportSave(run, result)
}

async function planRequest({ options, terminal }: CommandRun<SaveOptions>): Promise<SavePlanRequest> {
  const pattern = options.name ?? DEFAULT_NAME_PATTERN
  parseNamePattern(pattern)
  return {
    selection: await readSelection(options, terminal),
    folder: path.resolve(terminal.workingDir, options.to),
    pattern,
    docTypes: options.docType ?? [],
    conflict: options.conflict,
    isOnlyNew: options.onlyNew === true,
  }
}

async function reportPlan({ screen }: CommandRun<SaveOptions>, plan: SavePlan): Promise<undefined> {
  const { folder, documents, requests, freeBytes, problems } = plan
  const skipped = documents.filter(({ state }) => state === 'skipped').length
  const counts = { planned: documents.length, saved: 0, skipped, failed: 0, bytes: 0 }
  const result = { job: null, folder, ...counts, complete: false, manifest: null, requests, freeBytes }
  screen.problems(problems)
  await screen.result({ ...result, documents, problems }, function* () {
    for (const document of documents) {
      yield `${document.state === 'skipped' ? 'skip' : 'save'}  ${plainLine(document.path)}\n`
    }
    const space = freeBytes === null ? '' : `; ${formatBytes(freeBytes)} are free there`
    yield `\n${documents.length - skipped} documents would be saved to ${folder} in about ${requests} calls`
    yield `, ${skipped} skipped${space}. Nothing was saved.\n`
  })
  return undefined
}
