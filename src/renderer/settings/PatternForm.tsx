import { type FormEvent, type ReactNode, useState } from 'react'
import { useDesk } from '../client/use-desk.ts'
import { Button } from '../ui/actions/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { nameProblem, withPattern } from './named-patterns.ts'
import { settingsStore } from './section/settings-store.ts'
import styles from './SettingsScreen.module.css'

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
export function PatternForm({ first, patterns, onClose }: PatternFormProps): ReactNode {
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
