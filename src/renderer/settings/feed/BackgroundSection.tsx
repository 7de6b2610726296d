import { type ReactNode, useId } from 'react'
import type { ManagedControl } from '../../../shared/policy/user-settings.ts'
import { useDesk, useLocked } from '../../client/desk-store.ts'
import base from '../../ui/base/base.module.css'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { LockedNote } from '../../ui/fields/LockedField.tsx'
import { settingsStore } from '../../client/settings-store.ts'
import { SettingsSection } from '../section/SettingsSection.tsx'

/** Whether the feed continues while no window is open; only the desktop application can do that. */
export function BackgroundSection(): ReactNode {
  const host = useDesk((desk) => desk.host)
  const { closesToTray, startsAtLogin } = useDesk((desk) => desk.settings)
  const { change } = settingsStore.actions
  return (
    <SettingsSection section="background" about="Messages are taken and checks run only while Parcel Desk is running.">
      {host === 'desktop' ? (
        <>
          <ManagedCheckbox
            setting="closesToTray"
            isSelected={closesToTray}
            onChange={(on) => void change('background', { closesToTray: on })}
          >
            Keep running in the tray when the window is closed
          </ManagedCheckbox>
          {/* No system says whether it draws the icon: GNOME without its extension takes it and shows nothing. */}
          <p className={base.muted}>
            The icon in the tray brings the window back. If your desktop shows none, as GNOME does without an extension,
            start Parcel Desk again: that shows the window of the one that runs.
          </p>
          <ManagedCheckbox
            setting="startsAtLogin"
            isSelected={startsAtLogin}
            onChange={(on) => void change('background', { startsAtLogin: on })}
          >
            Start when I sign in to this computer
          </ManagedCheckbox>
        </>
      ) : (
        <p className={base.muted}>
          The desktop application can keep running in the tray and start with the computer. In a browser it runs as long
          as its program does.
        </p>
      )}
    </SettingsSection>
  )
}

interface ManagedCheckboxProps {
  readonly setting: ManagedControl
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly children: ReactNode
}

/** A box to tick that an organisation may have set: it then says who, and can be reached but not changed. */
function ManagedCheckbox({ setting, isSelected, onChange, children }: ManagedCheckboxProps): ReactNode {
  const by = useLocked(setting)
  const noteId = useId()
  if (by === undefined) {
    return (
      <Checkbox isSelected={isSelected} onChange={onChange}>
        {children}
      </Checkbox>
    )
  }
  return (
    <div>
      <Checkbox isReadOnly isSelected={isSelected} aria-describedby={noteId}>
        {children}
      </Checkbox>
      <LockedNote id={noteId} by={by} />
    </div>
  )
}
