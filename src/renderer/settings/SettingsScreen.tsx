import { memo, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useStore } from 'zustand'
import { useLocked } from '../client/desk-store.ts'
import { type OfferInGroup, useCommandsIn } from '../commands/use-commands.ts'
import { useRegion } from '../ui/base/use-region.ts'
import { UpdatesSection } from './UpdatesSection.tsx'
import { AccountsSection } from './AccountsSection.tsx'
import { AutomaticSection } from './AutomaticSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DiagnosticsSection, openLogFolder, saveBundle } from './DiagnosticsSection.tsx'
import { AlertsSection } from './feed/alerts/AlertsSection.tsx'
import { BackgroundSection } from './feed/BackgroundSection.tsx'
import { ChecksSection } from './feed/ChecksSection.tsx'
import { FollowedSection } from './feed/FollowedSection.tsx'
import { QueuesSection } from './feed/queues/QueuesSection.tsx'
import { SharingSection } from './feed/SharingSection.tsx'
import { StreamsSection } from './feed/StreamsSection.tsx'
import { FoldersSection } from './FoldersSection.tsx'
import { KeyboardSection } from './KeyboardSection.tsx'
import { PatternsSection } from './PatternsSection.tsx'
import { RegionSection } from './RegionSection.tsx'
import { SavingSection } from './SavingSection.tsx'
import { AboutSection, showNotices } from './AboutSection.tsx'
import { signInStore } from '../sign-in/sign-in-store.ts'
import { SECTIONS } from './section/sections.ts'
import { type Section, settingsStore } from '../client/settings-store.ts'
import { SectionList } from './SectionList.tsx'
import styles from './SettingsScreen.module.css'
import { SizesSection } from './SizesSection.tsx'

/** The settings’ actions, for the palette. */
function useSettingsCommands(): void {
  const offer = (id: string, title: string, run: () => void): OfferInGroup => ({ id: `settings.${id}`, title, run })
  const maySaveBundle = useLocked('supportBundle') === undefined
  useCommandsIn('Settings', [
    offer('addAccount', 'Add an account…', signInStore.actions.openForm),
    offer('openLogFolder', 'Open log folder', () => void openLogFolder()),
    offer('showNotices', 'Show third-party notices…', () => void showNotices()),
    ...(maySaveBundle ? [offer('saveBundle', 'Save support bundle…', () => void saveBundle())] : []),
  ])
}

/** The settings, a page at a time; each change takes effect at once. */
export function SettingsScreen(): ReactNode {
  const page = useRef<HTMLDivElement>(null)
  const { current, goTo } = useCurrentSection(page)
  useSettingsCommands()
  useEffect(() => settingsStore.actions.open(), [])
  useFirstFound(page)
  useRequestedSection(goTo)
  return (
    <div className={styles.screen}>
      <SectionList current={current} onGo={goTo} />
      <div ref={page} className={styles.page}>
        <Sections />
      </div>
    </div>
  )
}

/** Not drawn again as the page is scrolled, which changes the section that the list marks. */
const Sections = memo(function Sections(): ReactNode {
  useRegion()
  return (
    <>
      <AccountsSection />
      <FoldersSection />
      <PatternsSection />
      <SavingSection />
      <FollowedSection />
      <AlertsSection />
      <BackgroundSection />
      <AutomaticSection />
      <AppearanceSection />
      <KeyboardSection />
      <RegionSection />
      <SharingSection />
      <QueuesSection />
      <StreamsSection />
      <ChecksSection />
      <SizesSection />
      <UpdatesSection />
      <DiagnosticsSection />
      <AboutSection />
    </>
  )
})

/** Shows what was found from its first section on. */
function useFirstFound(page: RefObject<HTMLElement | null>): void {
  const query = useStore(settingsStore, (state) => state.query)
  useEffect(() => {
    if (query !== '') page.current?.scrollTo({ top: 0 })
  }, [page, query])
}

/** Goes to the section that another place requested. */
function useRequestedSection(goTo: CurrentSection['goTo']): void {
  const section = useStore(settingsStore, (state) => state.requestedSection)
  const go = useEffectEvent(goTo)
  useEffect(() => {
    if (section === undefined) return
    go(section, settingsStore.getState().requestsField)
    settingsStore.setState({ requestedSection: undefined })
  }, [section])
}

const SPACE_ABOVE_PX = 16
/** Half a second. */
const MAX_FRAMES = 30

/** Where the page is, and how long it is. */
interface Extent {
  readonly top: number
  readonly height: number
}

interface CurrentSection {
  readonly current: Section
  readonly goTo: (section: Section, isToField?: boolean) => void
}

/**
 * The section that is being read: the last one whose head is above a line that goes from the top of the window to its bottom as
 * the page is scrolled, so that each section has its turn. Or the one that was gone to, until the user scrolls: the page does so
 * itself where sections above, read only now, become longer.
 */
function useCurrentSection(page: RefObject<HTMLElement | null>): CurrentSection {
  const current = useStore(settingsStore, (state) => state.current)
  const goneTo = useRef<Extent>(undefined)
  useEffect(() => {
    const scroller = page.current
    if (scroller === null) return undefined
    const onScroll = (): void => {
      const [before, now] = [goneTo.current, extentOf(scroller)]
      const isByUser = before === undefined || (before.top !== now.top && before.height === now.height)
      goneTo.current = isByUser ? undefined : now
      const section = isByUser ? readSection(scroller) : undefined
      if (section !== undefined) settingsStore.setState({ current: section })
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => scroller.removeEventListener('scroll', onScroll)
  }, [page])
  const goTo: CurrentSection['goTo'] = (section, isToField = false) => {
    const scroller = page.current
    const element = scroller?.querySelector<HTMLElement>(`[data-section="${section}"]`)
    if (!scroller || !element) return
    settingsStore.setState({ current: section })
    onceDrawn(element, () => {
      // Scrolls only its own scroller: `scrollIntoView` and links would move the whole window too.
      scroller.scrollTo({ top: element.offsetTop - SPACE_ABOVE_PX })
      goneTo.current = extentOf(scroller)
      focusOnceReachable((isToField ? element.querySelector('input') : null) ?? element)
    })
  }
  return { current, goTo }
}

function extentOf({ scrollTop, scrollHeight }: HTMLElement): Extent {
  return { top: scrollTop, height: scrollHeight }
}

/** A section of another page is drawn with that page. */
function onceDrawn(element: HTMLElement, act: () => void, framesLeft = MAX_FRAMES): void {
  if (element.checkVisibility() || framesLeft === 0) act()
  else requestAnimationFrame(() => onceDrawn(element, act, framesLeft - 1))
}

/** Below a palette that is just closing nothing can take the focus yet. */
function focusOnceReachable(element: HTMLElement, framesLeft = MAX_FRAMES): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element || framesLeft === 0) return
  requestAnimationFrame(() => focusOnceReachable(element, framesLeft - 1))
}

function readSection(scroller: HTMLElement): Section | undefined {
  const { scrollTop, scrollHeight, clientHeight } = scroller
  const progress = scrollTop / Math.max(1, scrollHeight - clientHeight)
  const line = scrollTop + SPACE_ABOVE_PX + progress * clientHeight
  const heads = SECTIONS.flatMap(({ section }) => {
    const element = scroller.querySelector<HTMLElement>(`[data-section="${section}"]`)
    return element === null || element.hidden ? [] : [{ section, top: element.offsetTop }]
  })
  return (heads.findLast(({ top }) => top <= line) ?? heads[0])?.section
}
