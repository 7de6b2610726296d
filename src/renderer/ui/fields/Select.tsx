import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components'
import { classes } from '../base/classes.ts'
import fieldStyles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './FieldNotes.tsx'
import { Glyph } from '../actions/Glyph.tsx'
import styles from '../actions/Menu.module.css'

export interface Option<Id extends string> {
  readonly id: Id
  readonly title: string
  /** Beside the title, such as a count. */
  readonly more?: string
}

type Passed = Pick<AriaSelectProps, 'isDisabled' | 'isRequired' | 'autoFocus' | 'name'>

interface SelectProps<Id extends string> extends FieldTexts, Passed {
  readonly options: readonly Option<Id>[]
  /** Undefined while nothing is chosen. */
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly placeholder?: string
}

/** One of a list. Typing goes to the entry that begins so. */
export function Select<Id extends string>(props: SelectProps<Id>): ReactNode {
  const { label, description, error, options, value, onChange, placeholder = 'Choose', ...rest } = props
  return (
    <AriaSelect
      {...rest}
      value={value ?? null}
      onChange={(key) => {
        const option = options.find(({ id }) => id === key)
        if (option !== undefined) onChange(option.id)
      }}
      placeholder={placeholder}
      isInvalid={error !== undefined}
      className={classes(fieldStyles.field)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <Button className={classes(fieldStyles.box, fieldStyles.opener)}>
        <SelectValue className={classes(fieldStyles.chosen)}>
          {({ selectedText, defaultChildren }) => (selectedText === '' ? defaultChildren : selectedText)}
        </SelectValue>
        <Glyph icon={ChevronDown} size="small" />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className={classes(styles.popup)} offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}

/** The options with a tick at the chosen ones; inside a Select. */
export function OptionList<Id extends string>({ options }: { readonly options: readonly Option<Id>[] }): ReactNode {
  return (
    <ListBox
      items={options}
      className={classes(styles.list)}
      renderEmptyState={() => <p className={styles.none}>Nothing to choose from</p>}
    >
      {({ id, title, more }) => (
        <ListBoxItem id={id} textValue={title} className={classes(styles.item)}>
          {({ isSelected }) => (
            <>
              <span className={styles.tick}>{isSelected && <Glyph icon={Check} size="small" />}</span>
              <span className={styles.words}>{title}</span>
              {more !== undefined && <span className={styles.more}>{more}</span>}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
}
