import { Scale } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Output } from '../../shared/contract/contract.ts'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { countOf } from '../ui/base/words.ts'
import { Dialog } from '../ui/layout/Dialog.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './AboutSection.module.css'

/** What Parcel Desk is made of. */
export function AboutSection(): ReactNode {
  const parties = useStore(noticesStore, (state) => state.shown)
  return (
    <SettingsSection
      section="about"
      about="Parcel Desk contains the work of others, under licences that ask for their names and texts to go with it."
    >
      <div className={base.buttons}>
        <CommandButton id="settings.showNotices" icon={Scale} />
      </div>
      <Dialog title="Third-party notices" isOpen={parties !== undefined} onClose={closeNotices} size="large">
        {parties !== undefined && (
          <>
            <p className={classes(styles.count, base.muted)}>
              {countOf(parties.length, 'component')}, each with the text of its licence.
            </p>
            <ul aria-label="Components">
              {parties.map((party) => (
                <li key={party.name}>
                  <Party {...party} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </SettingsSection>
  )
}

interface PartyProps {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Its text is drawn once it is opened: one of them alone has 150,000 letters. */
function Party({ name, version, licence, text }: PartyProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.party} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {name} {version} <span>{licence}</span>
      </summary>
      {isOpen && <pre>{text}</pre>}
    </details>
  )
}

type ThirdParties = Output<'diagnostics.thirdParties'>['parties']

/** The notices while they are shown; undefined otherwise. They are long, so nothing keeps them. */
const noticesStore = createStore<{ readonly shown: ThirdParties | undefined }>(() => ({ shown: undefined }))

/** Reads and shows them; a failure appears in the section. */
export async function showNotices(): Promise<void> {
  await settingsStore.actions.attempt('about', async (call) => {
    const { parties } = await call('diagnostics.thirdParties', {})
    noticesStore.setState({ shown: parties })
  })
}

function closeNotices(): void {
  noticesStore.setState({ shown: undefined })
}
