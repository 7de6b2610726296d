import type { UndoResult } from '../../shared/model/job.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { CommandAction } from '../command-run.ts'
import type { GeneralOptions } from '../options/option-types.ts'

/** `undo`: removes what a job wrote and nobody has changed since. */
export const undo: CommandAction<GeneralOptions> = async ({ args, open, screen, interruption }) => {
  const desk = await open()
  const job = args[0] ?? ''
  const lock = desk.lockSaving()
  try {
    const result = await desk.jobs.undo(job, { signal: interruption.stop })
    screen.problems(result.problems)
    await screen.result({ job, ...result }, () => lines(result))
    return undefined
  } finally {
    lock.release()
  }
}

function* lines({ folder, removed, vanished, kept, isComplete }: UndoResult): Generator<string> {
  for (const { path, reason } of kept) yield `kept, ${WHY[reason]}  ${plainText(path)}\n`
  yield `${folder}: ${counted(removed, 'file')} removed, ${kept.length} kept, ${vanished} no longer there\n`
  if (!isComplete) yield 'Stopped; “parcel-desk undo” goes on from there.\n'
}

const WHY: Readonly<Record<UndoResult['kept'][number]['reason'], string>> = {
  changed: 'changed since',
  replaced: 'it replaced another',
  found: 'it was there before',
  later: 'saved again since',
  unknown: 'saved by an earlier version',
  held: 'open in another program',
}
