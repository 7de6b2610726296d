import { type ClipboardEvent, type DragEvent, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { TextField as AriaTextField, type TextFieldProps, Group, Input, Label } from 'react-aria-components'
import { Button } from '../ui/actions/Button.tsx'
import { classes } from '../ui/base/classes.ts'
import { numberText } from '../ui/base/words.ts'
import chipStyles from '../ui/fields/ChipField.module.css'
import { ChipList } from '../ui/fields/ChipList.tsx'
import styles from '../ui/fields/Field.module.css'
import { FieldNotes, type FieldTexts } from '../ui/fields/TextField.tsx'
import { readPasted } from './pasted.ts'
import { mergeReferences, pastedReferences, splitReferences } from './references.ts'

interface ReferenceFieldProps extends FieldTexts, Pick<TextFieldProps, 'autoFocus'> {
  readonly references: readonly string[]
  readonly onChange: (references: readonly string[]) => void
  /** Typed text that is not yet a reference; anything that uses the field before it loses the focus must include it. */
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly placeholder?: string
  /** References for which nothing was found: their chips are red. */
  readonly notFound?: readonly string[]
  /** Instead of them all, while nobody edits them: “48 shipments”. */
  readonly summary?: string | undefined
  /** The title of a reference whose own text is a code. */
  readonly titleOf?: (reference: string) => string
}

/** Many references in one field: a pasted column becomes chips; Enter, comma, semicolon or leaving the field adds the typed text. */
export function ReferenceField(props: ReferenceFieldProps): ReactNode {
  const { label, description, error, references, onChange, placeholder = 'Type, or paste a column' } = props
  const { notFound = [], summary, titleOf = (reference) => reference } = props
  const inVain = new Set(notFound)
  const entry = inputHandlers(props)
  return (
    <AriaTextField
      {...(props.autoFocus === undefined ? {} : { autoFocus: props.autoFocus })}
      value={props.typed}
      onChange={entry.write}
      onBlur={entry.commit}
      spellCheck="false"
      isInvalid={error !== undefined}
      className={classes(styles.field)}
    >
      <Heading label={label} count={references.length} onClear={() => onChange([])} />
      <Group className={classes(styles.box, chipStyles.box)}>
        <span className={classes(chipStyles.wrap, summary !== undefined && chipStyles.summed)}>
          <ChipList
            label={label}
            isMono
            chips={references.map((reference) => ({
              id: reference,
              title: titleOf(reference),
              ...(inVain.has(reference) ? { hint: `${reference}: nothing found`, isWrong: true } : {}),
            }))}
            onRemove={(ids) => onChange(references.filter((reference) => !ids.includes(reference)))}
          />
          <Input
            placeholder={references.length === 0 ? placeholder : (summary ?? '')}
            data-stands-for={summary === undefined ? undefined : 'chips'}
            onPaste={entry.paste}
            onDrop={entry.drop}
            onKeyDown={entry.press}
          />
        </span>
      </Group>
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  )
}

interface HeadingProps {
  readonly label: string
  readonly count: number
  readonly onClear: () => void
}

function Heading({ label, count, onClear }: HeadingProps): ReactNode {
  return (
    <span className={chipStyles.heading}>
      <span>
        <Label className={classes(styles.label)}>{label}</Label>
        {count > 1 && <span className={chipStyles.count}>{numberText(count)}</span>}
      </span>
      {count > 1 && (
        <Button variant="quiet" onPress={onClear}>
          Clear
        </Button>
      )}
    </span>
  )
}

interface InputHandlers {
  readonly write: (text: string) => void
  readonly commit: () => void
  readonly paste: (event: ClipboardEvent) => void
  readonly drop: (event: DragEvent) => void
  readonly press: (event: KeyboardEvent) => void
}

function inputHandlers({ references, onChange, typed, onType }: ReferenceFieldProps): InputHandlers {
  const add = (added: readonly string[]): void => {
    onType('')
    const merged = mergeReferences(references, added)
    if (merged.length > references.length) onChange(merged)
  }
  const take = (event: SyntheticEvent, data: DataTransfer): void => {
    const pasted = readPasted(data)
    // One reference goes into the text, where the caret is. Of several, the input would drop the line breaks between them.
    if (pasted.kind === 'file' || (pasted.kind === 'text' && !/[\r\n\t,;]/.test(pasted.text))) return
    event.preventDefault()
    add([...splitReferences(typed), ...pastedReferences(pasted)])
  }
  return {
    write: (written) => (/[,;\t]/.test(written) ? add(splitReferences(written)) : onType(written)),
    commit: () => add(splitReferences(typed)),
    paste: (event) => take(event, event.clipboardData),
    drop: (event) => take(event, event.dataTransfer),
    press: (event) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter' && typed.trim() !== '') {
        event.preventDefault()
        add(splitReferences(typed))
      }
      if (event.key === 'Backspace' && typed === '') onChange(references.slice(0, -1))
    },
  }
}
