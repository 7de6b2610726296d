import { Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Foreign } from '../../ui/base/Foreign.tsx'
import base from '../../ui/base/base.module.css'
import { displayName, exactMoment } from '../../ui/base/words.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Chip } from '../../ui/fields/ChipList.tsx'
import { goToSection } from '../../client/go-to-section.ts'
import { EditableRow, RemoveDialog, SettingsRow } from '../section/SettingsRow.tsx'
import settingsStyles from '../SettingsScreen.module.css'
import { nextWords } from './schedule-form.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import {
  closeSchedule,
  openSchedule,
  pauseSchedule,
  removeSchedule,
  runSchedule,
  type Schedule,
  schedulesStore,
} from '../../client/schedules-store.ts'

/** What is saved at set times, and how that went. */
export function ScheduleList(): ReactNode {
  const { schedules, blockedBy, draft } = useStore(schedulesStore)
  const [removed, setRemoved] = useState<Schedule>()
  useFocusAfterDialog(draft !== undefined)
  return (
    <>
      {blockedBy !== null && (
        <Banner tone="warning" title="A schedule is due and waits">
          {visibleText(blockedBy)}
        </Banner>
      )}
      {schedules.length > 0 && (
        <ul className={settingsStyles.rows}>
          {schedules.map((schedule) => (
            <ScheduleRow key={schedule.scheduleId} schedule={schedule} onRemove={() => setRemoved(schedule)} />
          ))}
        </ul>
      )}
      {draft !== undefined && <ScheduleDialog draft={draft} onClose={closeSchedule} />}
      <RemoveDialog removed={removed} kind="schedule" onRemove={removeSchedule} onClose={() => setRemoved(undefined)}>
        <p>It will save nothing more. What it has saved stays where it is.</p>
      </RemoveDialog>
    </>
  )
}

/** A dialog that the palette opened leaves nothing to return to: then the section takes the focus, never the body. */
function useFocusAfterDialog(isOpen: boolean): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!hasClosed) return undefined
    // React Aria returns the focus in a frame that it has requested before.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) goToSection('automatic')
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])
}

interface ScheduleRowProps {
  readonly schedule: Schedule
  readonly onRemove: () => void
}

function ScheduleRow({ schedule, onRemove }: ScheduleRowProps): ReactNode {
  const { isReadable, isPaused, lastRun } = schedule
  const name = displayName(schedule.name)
  if (!isReadable) return <DamagedRow name={name} onRemove={onRemove} />
  const isRunning = lastRun?.state === 'running'
  return (
    <EditableRow
      name={name}
      onEdit={() => openSchedule({ schedule })}
      onRemove={onRemove}
      moreActions={
        <Button
          variant="quiet"
          icon={Play}
          aria-label={`Run ${name} now`}
          isDisabled={isRunning}
          onPress={() => void runSchedule(schedule)}
        >
          Run now
        </Button>
      }
    >
      <Checkbox isSelected={!isPaused} onChange={(isOn) => void pauseSchedule(schedule, !isOn)}>
        <span className={settingsStyles.name}>
          <Foreign text={schedule.name} />
        </span>
      </Checkbox>
      <Facts schedule={schedule} />
    </EditableRow>
  )
}

/** What, when, where to, and how it went. */
function Facts({ schedule }: { readonly schedule: Schedule }): ReactNode {
  const { rule, timeZone, source, folder, pattern, next, isPaused, isFolderThere, lastRun, retryAt } = schedule
  return (
    <>
      <p>
        <Foreign text={rule} />: <Foreign text={source.name} />
        {source.kind === 'worklist' && ' (worklist)'}
      </p>
      <p className={base.path}>
        {visibleText(folder)} · {visibleText(pattern)}
      </p>
      <p className={base.muted}>{isPaused ? 'Paused: it does not run.' : nextWords(next, timeZone)}</p>
      {lastRun !== null && (
        <p className={lastRun.state === 'failed' ? base.warning : base.muted}>
          {exactMoment(lastRun.startedAt)}: {visibleText(lastRun.text)}
          {retryAt !== null && ` Next try ${exactMoment(retryAt)}.`}
        </p>
      )}
      {!isFolderThere && <Chip tone="warning">The folder cannot be found now</Chip>}
    </>
  )
}

function DamagedRow({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }): ReactNode {
  return (
    <SettingsRow
      actions={
        <Button variant="quiet" aria-label={`Remove ${name}`} onPress={onRemove}>
          Remove
        </Button>
      }
    >
      <p className={settingsStyles.name}>{name}</p>
      <p>What is stored of it cannot be read, so it does not run. Remove it and make it again.</p>
    </SettingsRow>
  )
}
