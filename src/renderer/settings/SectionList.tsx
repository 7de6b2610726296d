import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import { useCommandsIn } from '../commands/use-commands.ts'
import { SearchField } from '../ui/fields/SearchField.tsx'
import { findSections, type FoundSection, pageOf, PAGES, type SettingsPage } from './section/sections.ts'
import { type Section, settingsStore } from '../client/settings-store.ts'
import styles from './SettingsScreen.module.css'

interface SectionListProps {
  /** The section that is being read. */
  readonly current: Section
  readonly onGo: (section: Section) => void
}

/** The sections, narrowed by words. One stop for Tab: the arrows go from the field into the list and through it. */
export function SectionList({ current, onGo }: SectionListProps): ReactNode {
  const query = useStore(settingsStore, (state) => state.query)
  const nav = useRef<HTMLElement>(null)
  const found = findSections(query)
  const isForItClosed = useIsClosed('connection')
  const reached = found.some(({ section }) => section === current) ? current : found[0]?.section
  useCommandsIn('Settings', [
    {
      id: 'settings.find',
      title: 'Find a setting',
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
      {PAGES.map(({ page, title }) => (
        <div key={page} className={styles.group}>
          <PageHeading page={page} title={title} found={found} />
          <ul aria-label={title} hidden={page === 'connection' && isForItClosed}>
            {found
              .filter((one) => one.page === page)
              .map((one) => (
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

interface PageHeadingProps {
  readonly page: SettingsPage
  readonly title: string
  readonly found: readonly FoundSection[]
}

/** What is for IT is closed until somebody opens it, looks for something in it, or is sent there. */
function PageHeading({ page, title, found }: PageHeadingProps): ReactNode {
  const sections = found.filter((one) => one.page === page)
  const isOpen = !useIsClosed(page)
  const [only] = sections
  if (only === undefined || (sections.length === 1 && only.title === title)) return null
  if (page !== 'connection') return <p>{title}</p>
  return (
    <p>
      <button
        type="button"
        tabIndex={-1}
        aria-expanded={isOpen}
        onClick={() => settingsStore.setState({ isForItOpen: !isOpen })}
      >
        {title}
      </button>
    </p>
  )
}

function useIsClosed(page: SettingsPage): boolean {
  return useStore(
    settingsStore,
    ({ query, current, isForItOpen }) =>
      page === 'connection' && query === '' && !isForItOpen && pageOf(current) !== 'connection',
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
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li > button, p > button')].filter(
    (stop) => stop.checkVisibility(),
  )
  const place = stops.findIndex((stop) => stop === document.activeElement)
  const next = stops[place + (event.key === 'ArrowDown' ? 1 : -1)]
  if (place === -1 || next === undefined) return
  event.preventDefault()
  next.focus()
}
