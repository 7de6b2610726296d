import type { Input } from '../../../shared/contract/contract.ts'
import { patternFlaw } from '../../../shared/model/name-patterns.ts'
import type { Settings } from '../../client/desk-store.ts'
import { EMPTY_FORM, type NamedSearch } from '../../search/search-state.ts'
import { appointmentText } from '../../ui/base/words.ts'
import type { Option } from '../../ui/fields/Select.tsx'
import type { Problems } from '../section/use-form.ts'
import type { ScheduleDraft, ScheduleSource } from '../../client/schedules-store.ts'

type SaveInput = Input<'schedules.save'>

/** A schedule as in the fields of its dialog. */
export interface ScheduleForm extends Pick<
  SaveInput,
  'name' | 'rule' | 'pattern' | 'docTypes' | 'conflict' | 'isOnlyNew'
> {
  /** Of a `SourceChoice`. */
  readonly sourceId: string | undefined
  readonly folderId: string | undefined
}

/** “Next: Mon 23 Nov 2026, 07:30; …”, on the schedule’s clock. */
export function nextWords(times: readonly string[], timeZone: string | null): string {
  return `Next: ${times.map((time) => appointmentText(time, timeZone)).join('; ')}`
}

/** The stored schedule; a new one starts with the settings of the last save. */
export function firstForm({ schedule, given }: ScheduleDraft, { pattern, conflict }: Settings): ScheduleForm {
  if (schedule !== undefined) {
    const { name, rule, folderId, docTypes, isOnlyNew } = schedule
    const kept = { pattern: schedule.pattern, conflict: schedule.conflict, docTypes, isOnlyNew }
    return { name, rule, sourceId: 'kept', folderId: folderId ?? undefined, ...kept }
  }
  // It runs unattended, so it never starts with replacing files.
  const careful = conflict === 'replace' ? 'keep-both' : conflict
  return {
    name: given?.name ?? '',
    rule: 'every weekday at 07:30',
    sourceId: given === undefined ? undefined : 'given',
    folderId: undefined,
    pattern,
    docTypes: [],
    conflict: careful,
    isOnlyNew: true,
  }
}

export function formProblems({ name, rule, sourceId, folderId, pattern }: ScheduleForm): Problems<ScheduleForm> {
  const wrongPattern = patternFlaw(pattern)
  return {
    ...(name.trim() === '' ? { name: 'Give the schedule a name.' } : {}),
    ...(rule.trim() === '' ? { rule: 'Write its times, such as “every weekday at 07:30”.' } : {}),
    ...(sourceId === undefined ? { sourceId: 'Choose what is to be saved.' } : {}),
    ...(folderId === undefined ? { folderId: 'Choose a folder.' } : {}),
    ...(wrongPattern === undefined ? {} : { pattern: wrongPattern }),
  }
}

export interface SourceChoice extends Option<string> {
  readonly source: ScheduleSource
}

interface KnownSources {
  readonly saved: readonly NamedSearch[]
  readonly worklists: readonly { readonly worklistId: string; readonly name: string }[]
}

/** What a schedule can save: what it was opened for, the saved searches, the worklists, everything. */
export function sourceChoices({ schedule, given }: ScheduleDraft, { saved, worklists }: KnownSources): SourceChoice[] {
  const everything: ScheduleSource = { kind: 'search', name: 'Every customer', selection: EMPTY_FORM }
  return [
    ...(schedule === undefined
      ? []
      : [{ id: 'kept', title: schedule.source.name, more: 'as now', source: { kind: 'kept' } } as const]),
    ...(given === undefined
      ? []
      : [{ id: 'given', title: given.name, more: kindTitle(given.source), source: given.source }]),
    ...saved.map(({ id, name, selection, narrowing }) => ({
      id: `search ${id}`,
      title: name,
      // At its times the service is searched, and no list is narrowed.
      more: narrowing === undefined ? 'saved search' : 'saved search, all its results',
      source: { kind: 'search', name, selection } as const,
    })),
    ...worklists.map(({ worklistId, name }) => ({
      id: `worklist ${worklistId}`,
      title: name,
      more: 'worklist',
      source: { kind: 'worklist', worklistId } as const,
    })),
    { id: 'everything', title: 'Every active set of every customer', source: everything },
  ]
}

function kindTitle({ kind }: ScheduleSource): string {
  return kind === 'worklist' ? 'worklist' : 'search'
}
