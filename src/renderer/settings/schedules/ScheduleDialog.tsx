import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Output } from '../../../shared/contract/contract.ts'
import { isolated } from '../../../shared/text/plain-text.ts'
import { call } from '../../client/desk-client.ts'
import { currentSessionId, useDesk } from '../../client/desk-store.ts'
import { useAttempt } from '../../client/use-attempt.ts'
import { ConflictChoice } from '../../saving/SaveOptions.tsx'
import { searchStore } from '../../search/search-store.ts'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Dialog } from '../../ui/layout/Dialog.tsx'
import { worklistStore } from '../../worklist/store/worklist-store.ts'
import { DialogButtons, DocTypesField } from '../feed/feed-fields.tsx'
import { RuleFolder, RulePattern } from '../feed/rules/RuleFolder.tsx'
import {
  firstForm,
  formProblems,
  nextWords,
  type ScheduleForm,
  type ScheduleProblems,
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
  const formId = useId()
  const settings = useDesk((desk) => desk.settings)
  const sources = useSources(draft)
  const [form, setForm] = useState(() => firstForm(draft, settings))
  const [problems, setProblems] = useState<ScheduleProblems>({})
  const { attempt, isBusy, failure } = useAttempt()
  const timeZone = draft.schedule?.timeZone ?? null
  const times = useTimes(form.rule, timeZone)
  const change = (changed: Partial<ScheduleForm>): void => setForm((before) => ({ ...before, ...changed }))
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = formProblems(form)
    setProblems(wrong)
    const source = sources.find(({ id }) => id === form.sourceId)?.source
    const sessionId = currentSessionId()
    const { sourceId: _chosen, folderId, ...rest } = form
    if (Object.keys(wrong).length > 0 || source === undefined || folderId === undefined || sessionId === undefined)
      return
    const scheduleId = draft.schedule?.scheduleId ?? null
    attempt(async () => {
      await call('schedules.save', { sessionId, scheduleId, source, folderId, ...rest })
      onClose()
    })
  }
  const fields = { form, problems, change }
  return (
    <Dialog
      title={draft.schedule === undefined ? 'Save at set times' : `Change “${isolated(draft.schedule.name)}”`}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      footer={<DialogButtons keep="Save the schedule" formId={formId} isBusy={isBusy} onClose={onClose} />}
    >
      <form noValidate id={formId} className={base.column} onSubmit={keep}>
        {failure !== undefined && <FailureNotice failure={failure} />}
        <TextField
          label="Name of the schedule"
          placeholder="Morning"
          value={form.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
        <TextField
          label="At these times"
          value={form.rule}
          error={problems.rule ?? (form.rule.trim() === '' ? undefined : times?.failure?.message)}
          description="In words, such as “every monday and thursday at 8:00, 16:00” or “on the last day of every month at 18:00”, or as five cron fields."
          onChange={(rule) => change({ rule })}
        />
        <Next times={times} timeZone={timeZone} />
        <WhatAndWhere {...fields} sources={sources} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  readonly form: ScheduleForm
  readonly problems: ScheduleProblems
  readonly change: (changed: Partial<ScheduleForm>) => void
}

function WhatAndWhere({
  form,
  problems,
  change,
  sources,
}: FieldsProps & { readonly sources: readonly SourceChoice[] }): ReactNode {
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
