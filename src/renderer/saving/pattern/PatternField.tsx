import { type ReactNode, useRef, useState } from 'react'
import { Button as AriaButton, ToggleButton } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { PATTERN_PRESETS } from '../../../shared/model/name-patterns.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Tooltip } from '../../ui/actions/Tooltip.tsx'
import { classes } from '../../ui/base/classes.ts'
import { TextArea, type TextFieldProps } from '../../ui/fields/TextField.tsx'
import type { Token } from '../store/save-state.ts'
import styles from './PatternField.module.css'

/** Enough for most patterns; the rest is one press away. */
const SHOWN_FIRST = 7

interface PatternFieldProps {
  readonly pattern: string
  readonly tokens: readonly Token[]
  readonly error: string | undefined
  readonly onChange: (pattern: string) => void
  /** More that can be done with the pattern, beside the button for all tokens. */
  readonly children?: ReactNode
}

/** How folders and files are named: ready-made patterns, the pattern, and the tokens that can be clicked into it. */
export function PatternField({ pattern, tokens, error, onChange, children }: PatternFieldProps): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const [areAllShown, setAreAllShown] = useState(false)
  const insert = (token: string): void => {
    const input = field.current?.querySelector('textarea')
    const end = pattern.length
    const range = { start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end }
    const next = insertToken(pattern, range, token)
    // The caret can only be placed once the field has its new text.
    flushSync(() => onChange(next.pattern))
    input?.focus()
    input?.setSelectionRange(next.caret, next.caret)
  }
  return (
    <>
      <Presets pattern={pattern} onChange={onChange} />
      <div ref={field} className={styles.field}>
        <TextArea
          label="Name pattern"
          isMono
          spellCheck="false"
          hint="A slash makes a folder"
          value={pattern}
          error={error}
          onChange={(text) => onChange(text.replaceAll(LINE_BREAK, ' '))}
          onKeyDown={submitOnEnter}
        />
      </div>
      <fieldset aria-label="Tokens" className={styles.chips}>
        {tokens.slice(0, areAllShown ? undefined : SHOWN_FIRST).map(({ token, label }) => (
          <AriaButton
            key={token}
            aria-label={`Add {${token}} ${label}`.trim()}
            className={classes(styles.chip)}
            onPress={() => insert(token)}
          >
            <span title={label}>{`{${token}}`}</span>
          </AriaButton>
        ))}
      </fieldset>
      <div className={styles.bar}>
        {tokens.length > 0 && (
          <Button variant="quiet" onPress={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? 'Fewer tokens' : `All ${tokens.length} tokens`}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

type FieldKeyEvent = Parameters<NonNullable<TextFieldProps['onKeyDown']>>[0]

const LINE_BREAK = /[\r\n]+/g

/** A pattern is one line, however many it takes to show it: Enter does what it does in a field of one line. */
function submitOnEnter(event: FieldKeyEvent): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) {
    // A handler of React Aria keeps the key otherwise, and Esc would not close the dialog.
    event.continuePropagation()
    return
  }
  event.preventDefault()
  if (event.target instanceof HTMLTextAreaElement) event.target.form?.requestSubmit()
}

interface PresetsProps {
  readonly pattern: string
  readonly onChange: (pattern: string) => void
}

/** The ready-made patterns, and the way back to the one that was typed. */
function Presets({ pattern, onChange }: PresetsProps): ReactNode {
  const [typed, setTyped] = useState<string>()
  const isPreset = PATTERN_PRESETS.some((preset) => preset.pattern === pattern)
  const choose = (chosen: string): void => {
    if (!isPreset && pattern.trim() !== '') setTyped(pattern)
    onChange(chosen)
  }
  return (
    <fieldset aria-label="Ready-made patterns" className={styles.chips}>
      {PATTERN_PRESETS.map((preset) => (
        <Preset
          key={preset.title}
          {...preset}
          isChosen={preset.pattern === pattern}
          onChoose={() => choose(preset.pattern)}
        />
      ))}
      {isPreset && typed !== undefined && (
        <Preset title="As typed" description={typed} isChosen={false} onChoose={() => onChange(typed)} />
      )}
    </fieldset>
  )
}

interface PresetProps {
  readonly title: string
  readonly description: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Preset({ title, description, isChosen, onChoose }: PresetProps): ReactNode {
  return (
    <Tooltip text={description}>
      <ToggleButton isSelected={isChosen} className={classes(styles.preset)} onPress={onChoose}>
        {title}
      </ToggleButton>
    </Tooltip>
  )
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The pattern with a token in place of the selected text, and where the caret goes then. */
export function insertToken(
  pattern: string,
  { start, end }: TextRange,
  token: string,
): { readonly pattern: string; readonly caret: number } {
  const before = pattern.slice(0, start)
  const inserted = `{${token}}`
  return { pattern: before + inserted + pattern.slice(end), caret: before.length + inserted.length }
}
