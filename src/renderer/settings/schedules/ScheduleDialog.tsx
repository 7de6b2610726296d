import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Output } from '../../../shared/contract/contract.ts'
import { isolated } from '../../../shared/text/plain-text.ts'
import { call } from '../../client/desk-client.ts'
import { currentSessionId, useDesk } from '../../client/desk-store.ts'
import { ConflictChoice } from '../../saving/SaveOptions.tsx'
import { searchStore } from '../../search/search-store.ts'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { worklistStore } from '../../worklist/store/worklist-store.ts'
import { FormDialog } from '../section/FormDialog.tsx'
import { type TypedForm, useForm } from '../section/use-form.ts'
import { DocTypesField } from '../feed/feed-fields.tsx'
import { RuleFolder, RulePattern } from '../feed/rules/RuleFolder.tsx'
import {
  firstForm,
  formProblems,
  nextWords,
  type ScheduleForm,
  type SourceChoice,
  sourceChoices,
} from './schedule-form.ts'
import type { ScheduleDraft } from '../../client/schedules-store.ts'
import styles from './Schedules.module.css'

interface ScheduleDialogProps {
  readonly draft: ScheduleDraft
  readonly onClose: () => void
}

/** “Save this search or worklist there, at these times.” */
export function ScheduleDialog({ draft, onClose }: ScheduleDialogProps): ReactNode {
  const { schedule } = draft
  const settings = useDesk((desk) => desk.settings)
  const sources = useSources(draft)
  const fields = useForm(() => firstForm(draft, settings))
  const { form, problems, passes, text } = fields
  const timeZone = schedule?.timeZone ?? null
  const times = useTimes(form.rule, timeZone)
  const keep = (): (() => Promise<unknown>) | undefined => {
    const source = sources.find(({ id }) => id === form.sourceId)?.source
    const sessionId = currentSessionId()
    const { sourceId: _chosen, folderId, ...rest } = form
    if (!passes(formProblems(form)) || source === undefined || folderId === undefined || sessionId === undefined)
      return undefined
    const scheduleId = schedule?.scheduleId ?? null
    return () => call('schedules.save', { sessionId, scheduleId, source, folderId, ...rest })
  }
  const title = schedule === undefined ? 'Save at set times' : `Change “${isolated(schedule.name)}”`
  return (
    <FormDialog title={title} keep="Save the schedule" onKeep={keep} onClose={onClose}>
      <TextField label="Name of the schedule" placeholder="Morning" {...text('name')} />
      <TextField
        label="At these times"
        {...text('rule')}
        error={problems.rule ?? (form.rule.trim() === '' ? undefined : times?.failure?.message)}
        description="In words, such as “every monday and thursday at 8:00, 16:00” or “on the last day of every month at 18:00”, or as five cron fields."
      />
      <Next times={times} timeZone={timeZone} />
      <WhatAndWhere {...fields} sources={sources} />
    </FormDialog>
  )
}

interface WhatAndWhereProps extends TypedForm<ScheduleForm> {
  readonly sources: readonly SourceChoice[]
}

function WhatAndWhere({ form, problems, change, sources }: WhatAndWhereProps): ReactNode {
  return (
    <>
      <Select
        label="save what this finds"
        description="A search is kept as it is now. A worklist is read anew each time."
        options={sources}
        value={form.sourceId}
        error={problems.sourceId}
        onChange={(sourceId) => change({ sourceId })}
      />
      <RuleFolder folderId={form.folderId} error={problems.folderId} onChange={(folderId) => change({ folderId })} />
      <Checkbox isSelected={form.isOnlyNew} onChange={(isOnlyNew) => change({ isOnlyNew })}>
        Only what is new or changed since it was saved
      </Checkbox>
      <DocTypesField
        label="only documents of these types"
        docTypes={form.docTypes}
        onChange={(docTypes) => change({ docTypes })}
      />
      <RulePattern pattern={form.pattern} error={problems.pattern} onChange={(pattern) => change({ pattern })} />
      <ConflictChoice value={form.conflict} onChange={(conflict) => change({ conflict })} />
    </>
  )
}

type Times = Output<'schedules.times'>

/** What was typed, on the calendar. */
function Next({ times, timeZone }: { readonly times: Times | undefined; readonly timeZone: string | null }): ReactNode {
  return (
    <p className={classes(styles.next, base.muted)} aria-live="polite">
      {times !== undefined && times.next.length > 0 && nextWords(times.next, timeZone)}
    </p>
  )
}

/** What the main process makes of the times; the last answer counts. */
function useTimes(rule: string, timeZone: string | null): Times | undefined {
  const [times, setTimes] = useState<Times>()
  useEffect(() => {
    let isCurrent = true
    call('schedules.times', { rule, timeZone }).then(
      (answer) => isCurrent && setTimes(answer),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [rule, timeZone])
  return times
}

function useSources(draft: ScheduleDraft): readonly SourceChoice[] {
  const saved = useStore(searchStore, (state) => state.saved)
  const lists = useStore(worklistStore, (state) => state.lists)
  return sourceChoices(draft, { saved, worklists: lists.filter(({ isReadable }) => isReadable) })
}
