import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, use, useEffect, useRef, useState } from 'react'
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  ComboBoxStateContext,
  ComboBoxValue,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { isolated } from '../../shared/text/plain-text.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import popupStyles from '../ui/actions/Menu.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { countOf, displayName, numberText } from '../ui/base/words.ts'
import chipStyles from '../ui/fields/ChipField.module.css'
import { ChipList } from '../ui/fields/ChipList.tsx'
import styles from '../ui/fields/Field.module.css'
import { FieldNotes, type FieldTexts } from '../ui/fields/TextField.tsx'
import { type CustomerItem, findCustomers, unresolvedCustomerError, resolveTyped } from './find-customers.ts'

interface CustomerPickerProps extends FieldTexts, Pick<ComboBoxProps<CustomerItem, 'multiple'>, 'autoFocus'> {
  readonly customers: readonly CustomerItem[]
  readonly selectedIds: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
  /** Typed text that is not a customer yet; anything that uses the field before it loses the focus resolves it with `resolveTyped` or refuses. */
  readonly typed: string
  readonly onType: (typed: string) => void
  /** What an empty choice means; “Every customer” by default. */
  readonly noneChosen?: string
  /** In a row of fields: while nobody edits them, “Canal Metals” or “3 customers” instead of them all. */
  readonly isSummed?: boolean
}

/**
 * Nobody reads further than this; they type another letter. The list is rebuilt at every letter, which is noticeable with
 * thousands of entries. So few also need no virtual list, which scrolled away under the mouse while it was still measuring.
 */
const MAX_LISTED = 100

/**
 * Any number of customers out of thousands, found by name or id while typing. Enter takes the first match. Typed text is never
 * dropped: when the field loses the focus, text that matches exactly one customer becomes it, and other text stays, in red.
 */
export function CustomerPicker(props: CustomerPickerProps): ReactNode {
  const {
    label,
    description,
    customers,
    selectedIds,
    onChange,
    typed,
    noneChosen = 'Every customer',
    isSummed = false,
  } = props
  const found = findCustomers(customers, typed)
  const [isLeft, setIsLeft] = useState(false)
  const error = props.error ?? (isLeft ? unresolvedCustomerError(typed) : undefined)
  const type = (text: string): void => {
    setIsLeft(false)
    props.onType(text)
  }
  const choose = (ids: readonly string[]): void => {
    // React Aria reports the same choice again whenever its list closes.
    if (ids.length === selectedIds.length && ids.every((id) => selectedIds.includes(id))) return
    onChange(ids)
    type('')
  }
  const leave = (): void => {
    const taken = resolveTyped({ customers, chosen: selectedIds, typed })
    if (taken.chosen !== selectedIds) onChange(taken.chosen)
    if (taken.typed !== typed) props.onType(taken.typed)
    setIsLeft(taken.typed !== '')
  }
  return (
    <ComboBox
      {...(props.autoFocus === undefined ? {} : { autoFocus: props.autoFocus })}
      selectionMode="multiple"
      menuTrigger="focus"
      allowsEmptyCollection
      items={found.slice(0, MAX_LISTED)}
      value={selectedIds}
      onChange={(keys) => choose(keys.map((key) => String(key)))}
      inputValue={typed}
      onInputChange={type}
      onBlur={leave}
      isInvalid={error !== undefined}
      className={classes(styles.field)}
    >
      <Label className={classes(styles.label)}>{label}</Label>
      <MatchKeys typed={typed} onEscape={() => type('')}>
        <span className={classes(chipStyles.wrap, isSummed && chipStyles.summed)}>
          {/* As the box’s value the chips stay out of its list, which would count them as entries. */}
          <ComboBoxValue className={classes(chipStyles.chips)}>{() => <SelectedChips {...props} />}</ComboBoxValue>
          <Input
            placeholder={selectedIds.length === 0 ? noneChosen : isSummed ? summaryOf(props) : ''}
            data-stands-for={isSummed && selectedIds.length > 0 ? 'chips' : undefined}
            onKeyDown={(event) => {
              if (event.key === 'Backspace' && typed === '') onChange(selectedIds.slice(0, -1))
            }}
          />
        </span>
        <Button className={classes(chipStyles.opener)}>
          <Glyph icon={ChevronDown} size="small" />
        </Button>
      </MatchKeys>
      <FieldNotes description={description} error={error} />
      <Popover className={classes(popupStyles.popup)} offset={4}>
        <MatchList count={found.length} />
      </Popover>
    </ComboBox>
  )
}

interface TypingKeysProps {
  readonly typed: string
  readonly onEscape: () => void
  readonly children: ReactNode
}

/** Marks the first match for Enter. Tab only takes what an arrow key reached: no match is guessed. */
function MatchKeys({ typed, onEscape, children }: TypingKeysProps): ReactNode {
  const state = use(ComboBoxStateContext)
  // Both hold the text they apply to: another letter starts over.
  const goneTo = useRef<string>(undefined)
  const leftWith = useRef<string>(undefined)
  const markFirst = (): void => {
    if (state?.isOpen !== true || typed.trim() === '' || leftWith.current === typed) return
    if (state.selectionManager.focusedKey !== null) return
    const first = [...state.collection.getKeys()].find((key) => !state.selectionManager.isSelected(key))
    if (first !== undefined) state.selectionManager.setFocusedKey(first)
  }
  useEffect(markFirst)
  const press = ({ key }: KeyboardEvent): void => {
    // Each letter takes the mark away until the page is drawn again, and Enter may follow sooner.
    if (key === 'Enter') markFirst()
    if (key === 'ArrowDown' || key === 'ArrowUp') goneTo.current = typed
    if (key === 'Tab' && goneTo.current !== typed) {
      leftWith.current = typed
      state?.selectionManager.setFocusedKey(null)
    }
    if (key === 'Escape') onEscape()
  }
  return (
    <div
      role="presentation"
      className={chipStyles.keys}
      onKeyDownCapture={press}
      onFocusCapture={() => {
        leftWith.current = undefined
      }}
    >
      <Group className={classes(styles.box, chipStyles.box)}>{children}</Group>
    </div>
  )
}

/** The only one by its name; of several how many. */
function summaryOf({ customers, selectedIds }: CustomerPickerProps): string {
  const [only = '', second] = selectedIds
  if (second !== undefined) return countOf(selectedIds.length, 'customer')
  return displayName(customers.find(({ customerId }) => customerId === only)?.customerName ?? only)
}

function SelectedChips({ label, customers, selectedIds, onChange }: CustomerPickerProps): ReactNode {
  const chips = selectedIds.map((id) => {
    const name = customers.find(({ customerId }) => customerId === id)?.customerName
    return { id, title: name ?? id, hint: name === undefined ? id : `${isolated(name)} · ${id}` }
  })
  const remove = (ids: readonly string[]): void => onChange(selectedIds.filter((id) => !ids.includes(id)))
  return <ChipList label={`${label}: chosen`} chips={chips} onRemove={remove} />
}

function MatchList({ count }: { readonly count: number }): ReactNode {
  const hidden = count - MAX_LISTED
  return (
    <>
      <ListBox<CustomerItem>
        // Escape closes the list and keeps what was just chosen.
        escapeKeyBehavior="none"
        className={classes(chipStyles.rows)}
        renderEmptyState={() => <p className={popupStyles.none}>No customer has this name or id</p>}
      >
        {({ customerId, customerName }) => (
          <ListBoxItem id={customerId} textValue={displayName(customerName)} className={classes(popupStyles.item)}>
            {({ isSelected }) => (
              <>
                <span className={popupStyles.tick}>{isSelected && <Glyph icon={Check} size="small" />}</span>
                <span className={popupStyles.words}>
                  <Foreign text={customerName} />
                </span>
                <span className={chipStyles.id}>{customerId}</span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {hidden > 0 && <p className={chipStyles.foot}>{numberText(hidden)} more: type a name or id</p>}
    </>
  )
}
