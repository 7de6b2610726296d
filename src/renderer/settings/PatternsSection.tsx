import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDesk } from '../client/use-desk.ts'
import { Button } from '../ui/actions/Button.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { PatternForm } from './PatternForm.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import { settingsStore } from './section/settings-store.ts'
import styles from './SettingsScreen.module.css'

/** How files are called, under names that people know: “Bank files”. */
export function PatternsSection(): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  // The name of the one that is edited; empty for a new one.
  const [edited, setEdited] = useState<string>()
  const close = (): void => setEdited(undefined)
  return (
    <SettingsSection
      section="patterns"
      title="Name patterns"
      about="A pattern names folders and files. Those that have a name are offered when you save."
    >
      <ul className={styles.rows}>
        <LastUsed />
        {patterns.map((one) =>
          one.name === edited ? (
            <li key={one.name} className={styles.row}>
              <PatternForm first={one} patterns={patterns} onClose={close} />
            </li>
          ) : (
            <PatternRow key={one.name} named={one} onEdit={() => setEdited(one.name)} />
          ),
        )}
        {edited === '' && (
          <li className={styles.row}>
            <PatternForm first={undefined} patterns={patterns} onClose={close} />
          </li>
        )}
      </ul>
      {edited !== '' && (
        <div>
          <Button icon={Plus} onPress={() => setEdited('')}>
            Add a pattern…
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

/** The pattern that the save dialog starts with; each save changes it. */
function LastUsed(): ReactNode {
  const pattern = useDesk((desk) => desk.settings.pattern)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>Used last</p>
        <p className={styles.path}>{pattern}</p>
      </div>
    </li>
  )
}

interface PatternRowProps {
  readonly named: { readonly name: string; readonly pattern: string }
  readonly onEdit: () => void
}

function PatternRow({ named, onEdit }: PatternRowProps): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  const { change } = settingsStore.actions
  const remove = async (): Promise<void> => {
    const others = patterns.filter(({ name }) => name !== named.name)
    if (!(await change('patterns', { patterns: others }))) return
    const undo = (): void => void change('patterns', { patterns: [...patterns] })
    showToast({ text: `The pattern “${named.name}” is removed.`, undo })
  }
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>{named.name}</p>
        <p className={styles.path}>{named.pattern}</p>
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" aria-label={`Change ${named.name}`} onPress={onEdit}>
          Change
        </Button>
        <Button variant="quiet" aria-label={`Remove ${named.name}`} onPress={() => void remove()}>
          Remove
        </Button>
      </div>
    </li>
  )
}
