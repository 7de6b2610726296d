import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { useCommands } from '../commands/use-commands.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { findSections, type FoundSection } from './section/sections.ts'
import { type Section, settingsStore } from './section/settings-store.ts'
import styles from './SettingsScreen.module.css'

interface SectionListProps {
  /** The section that is being read. */
  readonly current: Section | undefined
  readonly onGo: (section: Section) => void
}

/** The sections, narrowed by words. One stop for Tab: the arrows go from the field into the list and through it. */
export function SectionList({ current, onGo }: SectionListProps): ReactNode {
  const query = useStore(settingsStore, (state) => state.query)
  const nav = useRef<HTMLElement>(null)
  const found = findSections(query)
  const reached = found.some(({ section }) => section === current) ? current : found[0]?.section
  useCommands([
    {
      id: 'settings.find',
      title: 'Find a setting',
      group: 'Settings',
      shortcut: 'Mod+F',
      run: () => nav.current?.querySelector('input')?.focus(),
    },
  ])
  return (
    // The arrows lead from the field into the list below it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav ref={nav} aria-label="Sections" className={styles.nav} onKeyDown={moveFocus}>
      <SearchField
        label="Find a setting"
        value={query}
        onChange={(typed) => settingsStore.setState({ query: typed })}
        onSubmit={() => found[0] !== undefined && onGo(found[0].section)}
      />
      {[...Map.groupBy(found, ({ group }) => group)].map(([group, sections]) => (
        <div key={group} className={styles.group}>
          {group !== '' && <p>{group}</p>}
          <ul aria-label={group === '' ? 'General' : group}>
            {sections.map((one) => (
              <li key={one.section}>
                <SectionLink
                  found={one}
                  isCurrent={one.section === current}
                  isStop={one.section === reached}
                  onGo={onGo}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <output className={styles.none}>{found.length === 0 ? `No setting has “${query}”.` : ''}</output>
    </nav>
  )
}

interface SectionLinkProps {
  readonly found: FoundSection
  readonly isCurrent: boolean
  readonly isStop: boolean
  readonly onGo: (section: Section) => void
}

function SectionLink({ found, isCurrent, isStop, onGo }: SectionLinkProps): ReactNode {
  const { section, title, setting } = found
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      {...(isCurrent ? { 'aria-current': 'location' } : {})}
      onClick={() => onGo(section)}
    >
      {title}
      {setting !== undefined && <span className={styles.setting}>{setting}</span>}
    </button>
  )
}

/** From the field to the first section and back, and from one to the next. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button')]
  const place = stops.findIndex((stop) => stop === document.activeElement)
  const next = stops[place + (event.key === 'ArrowDown' ? 1 : -1)]
  if (place === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
