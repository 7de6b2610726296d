import { useStore } from 'zustand'
import { type Section, settingsStore } from '../../client/settings-store.ts'
import { type CommandOffer, useCommandsIn } from '../../commands/use-commands.ts'
import { findSections, pageOf } from './sections.ts'

/** Whether a section is on another page than the current one or, once something is looked for, has none of its words. */
export function useIsSectionHidden(section: Section): boolean {
  return useStore(settingsStore, ({ query, current }) =>
    query === '' ? pageOf(section) !== pageOf(current) : !findSections(query).some((one) => one.section === section),
  )
}

/** What the buttons of a section do. The palette lists it while the section is shown; until then it finds the section. */
export function useSectionCommands(section: Section, offers: readonly Omit<CommandOffer, 'group'>[]): void {
  const isHidden = useIsSectionHidden(section)
  useCommandsIn(
    'Settings',
    offers.map((offer) => ({ ...offer, isHidden })),
  )
}
