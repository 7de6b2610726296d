import { Download, RefreshCw, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { settingsStore } from '../client/settings-store.ts'
import base from '../ui/base/base.module.css'
import { SettingsSection } from './section/SettingsSection.tsx'
import { Button } from '../ui/actions/Button.tsx'
import { setByText } from '../ui/fields/LockedField.tsx'
import { type Choice, RadioGroup } from '../ui/fields/RadioGroup.tsx'
import { checkForUpdates, downloadUpdate, installUpdate } from '../updates/updates-actions.ts'

type Mode = 'off' | 'notify' | 'download'

const CHOICES: readonly Choice<Mode>[] = [
  { id: 'off', title: 'Off', description: 'Nothing is asked and nothing is sent.' },
  { id: 'notify', title: 'Tell me', description: 'Asks now and then, and says when there is a newer version.' },
  {
    id: 'download',
    title: 'Download',
    description: 'Also fetches and checks it. It is installed only when you say so.',
  },
]

/** Newer versions of the program, from the organisation’s own server. */
export function UpdatesSection(): ReactNode {
  const { state, sentence } = useDesk((desk) => desk.updates)
  const mode = useDesk((desk) => desk.settings.updates)
  const by = useLocked('updates')
  const locked = by === undefined ? {} : { isReadOnly: true, description: setByText(by) }
  const isBusy = state === 'checking' || state === 'downloading'
  const canCheck = state !== 'off' && state !== 'unavailable' && !isBusy
  return (
    <SettingsSection
      section="updates"
      about="Newer versions come from the server that your organisation has set, and from nowhere else."
    >
      <output>{sentence}</output>
      {state !== 'unavailable' && (
        <>
          <RadioGroup
            label="Newer versions"
            choices={CHOICES}
            value={mode}
            onChange={(updates) => void settingsStore.actions.change('updates', { updates })}
            {...locked}
          />
          <div className={base.buttons}>
            <Button icon={RefreshCw} isDisabled={!canCheck} onPress={() => void checkForUpdates()}>
              Check for updates
            </Button>
            {state === 'available' && (
              <Button icon={Download} onPress={() => void downloadUpdate()}>
                Download
              </Button>
            )}
            {state === 'ready' && (
              <Button variant="primary" icon={RotateCw} onPress={() => void installUpdate()}>
                Install update and restart
              </Button>
            )}
          </div>
        </>
      )}
    </SettingsSection>
  )
}
