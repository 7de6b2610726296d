import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Select as AriaSelect, Button, Popover, SelectValue } from 'react-aria-components'
import buttonStyles from './Button.module.css'
import { classes } from './classes.ts'
import { Glyph } from './Glyph.tsx'
import popupStyles from './Popup.module.css'
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
  const titles = options.filter(({ id }) => selected.includes(id)).map(({ title }) => title)
  return (
    <AriaSelect
      selectionMode="multiple"
      aria-label={label}
      isDisabled={isDisabled}
      value={selected}
      onChange={(keys) => onChange(options.map(({ id }) => id).filter((id) => keys.includes(id)))}
    >
      <Button className={classes(buttonStyles.button, buttonStyles.plain, titles.length > 0 && buttonStyles.active)}>
        <SelectValue>{() => summary(label, titles)}</SelectValue>
        <Glyph icon={ChevronDown} size="small" />
      </Button>
      <Popover className={classes(popupStyles.popup)} offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  )
}

function summary(label: string, titles: readonly string[]): string {
  if (titles.length === 0) return label
  return titles.length <= 2 ? `${label}: ${titles.join(', ')}` : `${label}: ${titles.length}`
}
