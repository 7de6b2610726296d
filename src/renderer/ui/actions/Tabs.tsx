import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classes } from '../base/classes.ts'
import { numberText } from '../base/words.ts'
import styles from './Tabs.module.css'

interface TabOf<Id extends string> {
  readonly id: Id
  readonly title: string
  /** A count beside the title. */
  readonly count?: number | undefined
  readonly content: ReactNode
}

interface TabsProps<Id extends string> {
  readonly label: string
  /** In the same line, before the tabs. */
  readonly lead?: ReactNode
  readonly tabs: readonly TabOf<Id>[]
  readonly selected: Id
  readonly onSelect: (id: Id) => void
}

/** Several views of one thing. Arrow keys go from tab to tab. */
export function Tabs<Id extends string>({ label, lead, tabs, selected, onSelect }: TabsProps<Id>): ReactNode {
  return (
    <AriaTabs
      className={classes(styles.tabs)}
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find(({ id }) => id === key)
        if (tab !== undefined) onSelect(tab.id)
      }}
    >
      <div className={styles.head}>
        {lead !== undefined && <div className={styles.lead}>{lead}</div>}
        <TabList aria-label={label} className={classes(styles.list)}>
          {tabs.map(({ id, title, count }) => (
            <Tab key={id} id={id} className={classes(styles.tab)}>
              {title}
              {count !== undefined && <span className={styles.count}>{numberText(count)}</span>}
            </Tab>
          ))}
        </TabList>
      </div>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className={classes(styles.panel)}>
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
