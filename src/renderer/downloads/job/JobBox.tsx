import type { MouseEvent, ReactNode } from 'react'
import { ListBox } from 'react-aria-components'
import { type MenuPlace, menuPlace } from '../../ui/actions/Menu.tsx'
import { classes } from '../../ui/base/classes.ts'
import styles from './JobList.module.css'

interface JobBoxProps {
  readonly label: string
  /** The key of the one selected row. */
  readonly selected: string
  /** Commands act on the selected row. */
  readonly onSelect: (key: string) => void
  readonly onMenu: (place: MenuPlace) => void
  readonly children: ReactNode
  /** Below the list, in the same box. */
  readonly below?: ReactNode
  readonly className?: string | undefined
}

/** A list of saves of which one is selected, with a menu on each. Its keys are those of the list. */
export function JobBox({ label, selected, onSelect, onMenu, children, below, className }: JobBoxProps): ReactNode {
  return (
    // For the pointer, and for the Menu key, which sends the same event.
    <div className={className} onContextMenu={(event) => openRowMenu(event, { onSelect, onMenu })}>
      <ListBox
        aria-label={label}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={[selected]}
        onSelectionChange={(keys) => {
          const [key] = keys === 'all' ? [] : [...keys]
          if (typeof key === 'string') onSelect(key)
        }}
        className={classes(styles.box)}
      >
        {children}
      </ListBox>
      {below}
    </div>
  )
}

function openRowMenu(event: MouseEvent, { onSelect, onMenu }: Pick<JobBoxProps, 'onSelect' | 'onMenu'>): void {
  const row = event.target instanceof Element ? event.target.closest('[role="option"]') : null
  const key = row?.getAttribute('data-key')
  if (key === null || key === undefined) return
  event.preventDefault()
  onSelect(key)
  onMenu(menuPlace(event))
}
