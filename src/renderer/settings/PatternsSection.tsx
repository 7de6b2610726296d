import { Plus } from 'lucide-react'
import { type ReactNode, useState, type FormEvent } from 'react'
import { patternFlaw } from '../../shared/model/name-patterns.ts'
import { call } from '../client/desk-client.ts'
import { type Settings, useDesk, useLocked } from '../client/desk-store.ts'
import { useAttempt } from '../client/use-attempt.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { EditableRow, SettingsRow } from './section/SettingsRow.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import { useSectionCommands } from './section/use-section-commands.ts'
import styles from './SettingsScreen.module.css'

type NamedPattern = Settings['patterns'][number]

/** Patterns for file names, under names that people know: “Bank files”. */
export function PatternsSection(): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  // The name of the pattern being edited; empty for a new one.
  const [edited, setEdited] = useState<string>()
  const close = (): void => setEdited(undefined)
  const canAdd = useLocked('pattern') === undefined && edited !== ''
  useSectionCommands('patterns', [
    { id: 'patterns.add', title: 'Add a pattern…', isEnabled: canAdd, run: () => setEdited('') },
  ])
  return (
    <SettingsSection section="patterns" about="A pattern names folders and files. These are offered when you save.">
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
      {canAdd && (
        <div>
          <CommandButton id="patterns.add" icon={Plus} />
        </div>
      )}
    </SettingsSection>
  )
}

/** The initial pattern of the save dialog; each save changes it. */
function LastUsed(): ReactNode {
  const pattern = useDesk((desk) => desk.settings.pattern)
  const by = useLocked('pattern')
  if (by !== undefined) {
    return (
      <SettingsRow>
        <LockedField label="The only pattern" isMono value={pattern} by={by} />
      </SettingsRow>
    )
  }
  return (
    <SettingsRow>
      <p className={styles.name}>Used last</p>
      <p className={base.path}>{pattern}</p>
    </SettingsRow>
  )
}

function PatternRow({ named, onEdit }: { readonly named: NamedPattern; readonly onEdit: () => void }): ReactNode {
  const patterns = useDesk((desk) => desk.settings.patterns)
  const { change } = settingsStore.actions
  const remove = async (): Promise<void> => {
    const others = patterns.filter(({ name }) => name !== named.name)
    if (!(await change('patterns', { patterns: others }))) return
    const undo = (): void => void change('patterns', { patterns: [...patterns] })
    showToast({ text: `Pattern “${named.name}” removed`, undo })
  }
  return (
    <EditableRow name={named.name} onEdit={onEdit} onRemove={() => void remove()}>
      <p className={styles.name}>{named.name}</p>
      <p className={base.path}>{named.pattern}</p>
    </EditableRow>
  )
}

interface PatternFormProps {
  /** Undefined for a new one, which starts with the last used pattern. */
  readonly first: NamedPattern | undefined
  readonly patterns: readonly NamedPattern[]
  readonly onClose: () => void
}

/** Name and pattern in place of the row. Invalid patterns are not stored: they would fail at the next save. */
function PatternForm({ first, patterns, onClose }: PatternFormProps): ReactNode {
  const lastUsed = useDesk((desk) => desk.settings.pattern)
  const sessionId = useDesk((desk) => desk.session?.sessionId)
  const [name, setName] = useState(first?.name ?? '')
  const [pattern, setPattern] = useState(first?.pattern ?? lastUsed)
  const [problems, setProblems] = useState<{ name?: string | undefined; pattern?: string | undefined }>({})
  const { attempt, isBusy, failure } = useAttempt()
  const keep = async (): Promise<void> => {
    const wrongName = nameProblem(patterns, name, first?.name)
    const wrongPattern = await patternProblem(pattern, sessionId)
    setProblems({ name: wrongName, pattern: wrongPattern })
    if (wrongName !== undefined || wrongPattern !== undefined) return
    const changed = withPattern(patterns, first?.name, { name: name.trim(), pattern })
    await call('settings.change', { patterns: changed })
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    attempt(keep)
  }
  return (
    // `keep` validates: the browser would never submit a form again that has an invalid field.
    <form noValidate className={styles.form} onSubmit={submit}>
      {failure !== undefined && <FailureNotice failure={failure} />}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened to type into */}
      <TextField label="Name" autoFocus value={name} error={problems.name} onChange={setName} />
      <TextField
        label="Pattern"
        isMono
        value={pattern}
        error={problems.pattern}
        spellCheck="false"
        onChange={setPattern}
      />
      <div className={base.buttons}>
        <Button isDisabled={isBusy} onPress={onClose}>
          Cancel
        </Button>
        <Button variant="primary" type="submit" isPending={isBusy}>
          {isBusy ? 'Saving…' : 'Save pattern'}
        </Button>
      </div>
    </form>
  )
}

/**
 * What is wrong with the pattern, in the engine’s words; undefined if it is valid, or if nobody is signed in to check it. Rejects
 * with DeskFailure.
 */
async function patternProblem(pattern: string, sessionId: string | undefined): Promise<string | undefined> {
  const flaw = patternFlaw(pattern)
  if (flaw !== undefined) return flaw
  if (sessionId === undefined) return undefined
  const { failure } = await call('saving.example', { sessionId, pattern, setIds: [] })
  return failure === null ? undefined : `${failure.message} ${failure.next}`
}

/** The list with one pattern changed, also renamed; a new one is added at the end. */
export function withPattern(
  patterns: readonly NamedPattern[],
  name: string | undefined,
  changed: NamedPattern,
): NamedPattern[] {
  const isKnown = patterns.some((one) => one.name === name)
  return isKnown ? patterns.map((one) => (one.name === name ? changed : one)) : [...patterns, changed]
}

/** Why a pattern cannot have this name; undefined if it can. */
export function nameProblem(
  patterns: readonly NamedPattern[],
  name: string,
  before: string | undefined,
): string | undefined {
  if (name.trim() === '') return 'Give the pattern a name.'
  const isTaken = patterns.some((one) => one.name === name.trim() && one.name !== before)
  return isTaken ? 'Another pattern has this name. Choose a different one.' : undefined
}
