import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
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
import buttonStyles from '../actions/Button.module.css'
import { Glyph } from '../actions/Glyph.tsx'
import styles from '../actions/Menu.module.css'
import base from '../base/base.module.css'
import { classes } from '../base/classes.ts'
import fieldStyles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './TextField.tsx'

export interface Option<Id extends string> {
  readonly id: Id
  readonly title: string
  /** Beside the title, such as a count. */
  readonly more?: string
  /** What it means, in one line under the title. */
  readonly description?: string
}

type Passed = Pick<AriaSelectProps, 'isDisabled' | 'isRequired' | 'autoFocus' | 'name'>

interface SelectProps<Id extends string> extends FieldTexts, Passed {
  readonly options: readonly Option<Id>[]
  /** Undefined while nothing is chosen. */
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly placeholder?: string
  /** The label beside the box instead of above it, where height is scarce. */
  readonly isInline?: boolean
}

/** One of a list. Typing jumps to the matching entry. */
export function Select<Id extends string>(props: SelectProps<Id>): ReactNode {
  const { label, description, error, options, value, onChange, ...others } = props
  const { placeholder = 'Choose', isInline = false, ...rest } = others
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
      className={classes(fieldStyles.field, isInline && fieldStyles.inline)}
    >
      <Label className={classes(fieldStyles.label)}>{label}</Label>
      <Button className={classes(fieldStyles.box, fieldStyles.opener)}>
        <SelectValue className={classes(base.ellipsis)}>
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

/** The options, ticked where chosen; inside a Select. */
function OptionList<Id extends string>({ options }: { readonly options: readonly Option<Id>[] }): ReactNode {
  return (
    <ListBox
      items={options}
      className={classes(styles.list)}
      renderEmptyState={() => <p className={styles.none}>Nothing to choose from</p>}
    >
      {({ id, title, more, description }) => (
        <ListBoxItem id={id} textValue={title} className={classes(styles.item)}>
          {({ isSelected }) => (
            <>
              <span className={styles.tick}>{isSelected && <Glyph icon={Check} size="small" />}</span>
              <span className={styles.words}>
                {title}
                {description !== undefined && <span className={styles.description}>{description}</span>}
              </span>
              {more !== undefined && <span className={base.note}>{more}</span>}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  )
}

interface FilterSelectProps<Id extends string> {
  /** The name of the filter: “State”. */
  readonly label: string
  readonly options: readonly Option<Id>[]
  readonly selected: readonly Id[]
  /** An empty list lets everything through. */
  readonly onChange: (ids: readonly Id[]) => void
}

/** Any number of a short list, as a button in a filter bar: “State: Signed, Issued”. */
export function FilterSelect<Id extends string>(props: FilterSelectProps<Id>): ReactNode {
  const { label, options, selected, onChange } = props
  const labelId = useId()
  const titles = options.filter(({ id }) => selected.includes(id)).map(({ title }) => title)
  return (
    <AriaSelect
      selectionMode="multiple"
      aria-labelledby={labelId}
      value={selected}
      onChange={(keys) => onChange(options.map(({ id }) => id).filter((id) => keys.includes(id)))}
    >
      <Button className={classes(buttonStyles.button, buttonStyles.plain, titles.length > 0 && buttonStyles.active)}>
        <span id={labelId}>{titles.length === 0 ? label : `${label}:`}</span>
        <SelectValue className={classes(base.ellipsis)}>{() => summary(titles)}</SelectValue>
        <Glyph icon={ChevronDown} size="small" />
      </Button>
      <Popover className={classes(styles.popup)} offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}

function summary(titles: readonly string[]): string {
  return titles.length <= 2 ? titles.join(', ') : `${titles.length} chosen`
}
