import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Select as AriaSelect, Button, Popover, SelectValue } from 'react-aria-components'
import buttonStyles from '../actions/Button.module.css'
import { classes } from '../base/classes.ts'
import fieldStyles from './Field.module.css'
import { Glyph } from '../actions/Glyph.tsx'
import popupStyles from '../actions/Menu.module.css'
import { type Option, OptionList } from './Select.tsx'

interface FilterSelectProps<Id extends string> {
  /** The name of the filter: “State”. */
  readonly label: string
  readonly options: readonly Option<Id>[]
  readonly selected: readonly Id[]
  /** No id at all lets everything through. */
  readonly onChange: (ids: readonly Id[]) => void
  readonly isDisabled?: boolean
}

/** Any number of a short list, as one button of a filter bar: “State: Signed, Issued”. */
export function FilterSelect<Id extends string>(props: FilterSelectProps<Id>): ReactNode {
  const { label, options, selected, onChange, isDisabled = false } = props
  const labelId = useId()
  const titles = options.filter(({ id }) => selected.includes(id)).map(({ title }) => title)
  return (
    <AriaSelect
      selectionMode="multiple"
      aria-labelledby={labelId}
      isDisabled={isDisabled}
      value={selected}
      onChange={(keys) => onChange(options.map(({ id }) => id).filter((id) => keys.includes(id)))}
    >
      <Button className={classes(buttonStyles.button, buttonStyles.plain, titles.length > 0 && buttonStyles.active)}>
        <span id={labelId}>{titles.length === 0 ? label : `${label}:`}</span>
        <SelectValue className={classes(fieldStyles.chosen)}>{() => summary(titles)}</SelectValue>
        <Glyph icon={ChevronDown} size="small" />
      </Button>
      <Popover className={classes(popupStyles.popup)} offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}

function summary(titles: readonly string[]): string {
  return titles.length <= 2 ? titles.join(', ') : `${titles.length} chosen`
}
