import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  ComboBoxValue,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { ChipList } from './ChipList.tsx'
import chipStyles from './ChipField.module.css'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { FieldNotes, type FieldTexts } from './FieldNotes.tsx'
import { type CustomerItem, findCustomers } from './find-customers.ts'
import { Glyph } from './Glyph.tsx'
import popupStyles from './Popup.module.css'

interface CustomerPickerProps extends FieldTexts, Pick<ComboBoxProps<CustomerItem, 'multiple'>, 'autoFocus'> {
  readonly customers: readonly CustomerItem[]
  readonly selectedIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** What no choice means: “Every customer”, unless it is said. */
  readonly noneChosen?: string
}

/**
 * Nobody reads further than this; they type another letter. The list is built anew at every letter, and with thousands of
 * entries that is felt. So few need no virtual list either, which scrolled from under the mouse while it still measured.
 */
const MOST_LISTED = 100

/** Any number of customers out of thousands, found by name or id while typing. */
export function CustomerPicker(props: CustomerPickerProps): ReactNode {
  const { label, description, error, customers, selectedIds, onChange, noneChosen = 'Every customer', ...rest } = props
  const [query, setQuery] = useState('')
  const found = findCustomers(customers, query)
  return (
    <ComboBox
      {...rest}
      selectionMode="multiple"
      menuTrigger="focus"
      allowsEmptyCollection
      items={found.slice(0, MOST_LISTED)}
      value={selectedIds}
      onChange={(keys) => onChange(keys.map((key) => String(key)))}
      onInputChange={setQuery}
      isInvalid={error !== undefined}
      className={classes(styles.field)}
    >
      <Label className={classes(styles.label)}>{label}</Label>
      <Group className={classes(styles.box, chipStyles.box)}>
        <span className={chipStyles.wrap}>
          {/* As a value of the box the chips stay out of its list, which would count them as entries. */}
          <ComboBoxValue className={classes(chipStyles.chips)}>{() => <Chosen {...props} />}</ComboBoxValue>
          <Input
            placeholder={selectedIds.length === 0 ? noneChosen : ''}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && query === '') onChange(selectedIds.slice(0, -1))
            }}
          />
        </span>
        <Button className={classes(chipStyles.opener)}>
          <Glyph icon={ChevronDown} size="small" />
        </Button>
      </Group>
      <FieldNotes description={description} error={error} />
      <Popover className={classes(popupStyles.popup)} offset={4}>
        <Found count={found.length} />
      </Popover>
    </ComboBox>
  )
}

function Chosen({ label, customers, selectedIds, onChange }: CustomerPickerProps): ReactNode {
  const chips = selectedIds.map((id) => {
    const name = customers.find(({ customerId }) => customerId === id)?.customerName
    return { id, title: name ?? id, hint: name === undefined ? id : `${name} · ${id}` }
  })
  const remove = (ids: readonly string[]): void => onChange(selectedIds.filter((id) => !ids.includes(id)))
  return <ChipList label={`${label}: chosen`} chips={chips} onRemove={remove} />
}

function Found({ count }: { readonly count: number }): ReactNode {
  const hidden = count - MOST_LISTED
  return (
    <>
      <ListBox<CustomerItem>
        // Escape closes the list; what was just chosen in it stays.
        escapeKeyBehavior="none"
        className={classes(chipStyles.rows)}
        renderEmptyState={() => <p className={popupStyles.none}>No customer has this name or id</p>}
      >
        {({ customerId, customerName }) => (
          <ListBoxItem id={customerId} textValue={customerName} className={classes(popupStyles.item)}>
            {({ isSelected }) => (
              <>
                <span className={popupStyles.tick}>{isSelected && <Glyph icon={Check} size="small" />}</span>
                <span className={popupStyles.words}>{customerName}</span>
                <span className={chipStyles.id}>{customerId}</span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {hidden > 0 && <p className={chipStyles.foot}>{hidden.toLocaleString('en')} more: type a name or id</p>}
    </>
  )
}
