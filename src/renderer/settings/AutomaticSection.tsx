import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { CommandMenu } from '../commands/CommandMenu.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { RuleList } from './feed/rules/RuleList.tsx'
import { ScheduleList } from './schedules/ScheduleList.tsx'
import { schedulesStore } from '../client/schedules-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'

/** What is saved without anybody: when a set reaches a state, and at set times. */
export function AutomaticSection(): ReactNode {
  const timeZone = useStore(schedulesStore, (state) => state.timeZone)
  return (
    <SettingsSection
      section="automatic"
      about={`Documents are saved when a set reaches a state, or at set times, while Parcel Desk is open or in the tray. The Inbox says how it went. Times are those of this computer${timeZone === '' ? '' : ` (${timeZone})`}.`}
    >
      <RuleList />
      <ScheduleList />
      <div>
        <CommandMenu
          label="Save automatically"
          trigger={<Button icon={Plus}>Save automatically…</Button>}
          commands={['rule.add', 'schedule.add']}
        />
      </div>
    </SettingsSection>
  )
}
