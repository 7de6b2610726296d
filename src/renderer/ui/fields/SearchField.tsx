import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Group,
  Input,
} from 'react-aria-components'
import { Glyph } from '../actions/Glyph.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import { classes } from '../base/classes.ts'
import styles from './Field.module.css'

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'children' | 'className' | 'style' | 'aria-label'> {
  readonly label: string
  readonly placeholder?: string
}

/** A field that narrows what is below it: quick filter, find. Esc clears it. */
export function SearchField({ label, placeholder = label, ...rest }: SearchFieldProps): ReactNode {
  return (
    <AriaSearchField {...rest} aria-label={label} className={classes(styles.field)}>
      {({ isEmpty }) => (
        <Group className={classes(styles.box, styles.search, !isEmpty && styles.withButton)}>
          <Glyph icon={Search} size="small" />
          <Input placeholder={placeholder} />
          {!isEmpty && <IconButton label="Clear" icon={X} />}
        </Group>
      )}
    </AriaSearchField>
  )
}
