import { Plus } from 'lucide-react'
import { type ReactNode, useState, type FormEvent } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Button } from '../ui/actions/Button.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import { settingsStore } from './section/settings-store.ts'
import styles from './SettingsScreen.module.css'
import { TextField } from '../ui/fields/TextField.tsx'

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

interface NamedPattern {
  readonly name: string
  readonly pattern: string
}

interface PatternFormProps {
  /** Undefined for a new one, which starts with the pattern used last. */
  readonly first: NamedPattern | undefined
  readonly patterns: readonly NamedPattern[]
  readonly onClose: () => void
}

/** Name and pattern in place of the row. Wrong patterns are not kept: they would fail at the next save. */
function PatternForm({ first, patterns, onClose }: PatternFormProps): ReactNode {
  const lastUsed = useDesk((desk) => desk.settings.pattern)
  const sessionId = useDesk((desk) => desk.session?.sessionId)
  const [name, setName] = useState(first?.name ?? '')
  const [pattern, setPattern] = useState(first?.pattern ?? lastUsed)
  const [problems, setProblems] = useState<{ name?: string | undefined; pattern?: string | undefined }>({})
  const keep = async (): Promise<void> => {
    const wrongName = nameProblem(patterns, name, first?.name)
    const wrongPattern = await patternProblem(pattern, sessionId)
    setProblems({ name: wrongName, pattern: wrongPattern })
    if (wrongName !== undefined || wrongPattern !== undefined) return
    const changed = withPattern(patterns, first?.name, { name: name.trim(), pattern })
    if (await settingsStore.actions.change('patterns', { patterns: changed })) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void keep()
  }
  return (
    // Checked by `keep`: the browser would never send a form again that has a field marked as wrong.
    <form noValidate className={styles.form} onSubmit={submit}>
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
      <div className={styles.actions}>
        <Button onPress={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          Keep the pattern
        </Button>
      </div>
    </form>
  )
}

/** Why the pattern is none, in the engine's words; undefined where it is one, or where nobody is signed in to ask. */
async function patternProblem(pattern: string, sessionId: string | undefined): Promise<string | undefined> {
  if (pattern.trim() === '') return 'Write a pattern, such as {customer}/{shipmentRef}/{name}.'
  if (sessionId === undefined) return undefined
  let problem: string | undefined
  await settingsStore.actions.attempt('patterns', async (call) => {
    const { failure } = await call('saving.example', { sessionId, pattern, setIds: [] })
    problem = failure === null ? undefined : `${failure.message} ${failure.next}`
  })
  return problem
}

interface NamedPatternsNamedPattern {
  readonly name: string
  readonly pattern: string
}

/** The list with one pattern changed, under its old name or a new one; a new one goes to the end. */
export function withPattern(
  patterns: readonly NamedPatternsNamedPattern[],
  name: string | undefined,
  changed: NamedPatternsNamedPattern,
): NamedPatternsNamedPattern[] {
  const isKnown = patterns.some((one) => one.name === name)
  return isKnown ? patterns.map((one) => (one.name === name ? changed : one)) : [...patterns, changed]
}

/** Why a pattern cannot have this name; undefined where it can. */
export function nameProblem(
  patterns: readonly NamedPatternsNamedPattern[],
  name: string,
  before: string | undefined,
): string | undefined {
  if (name.trim() === '') return 'Give the pattern a name.'
  const isTaken = patterns.some((one) => one.name === name.trim() && one.name !== before)
  return isTaken ? 'Another pattern has this name. Choose a different one.' : undefined
}
