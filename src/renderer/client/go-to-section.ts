import { goTo } from './place-store.ts'
import { type Section, settingsStore } from './settings-store.ts'

/** Goes to a section of the settings from anywhere; with `field`, to its first one, for what is typed next. */
export function goToSection(section: Section, to: 'head' | 'field' = 'head'): void {
  settingsStore.setState({ requestedSection: section, requestsField: to === 'field', query: '' })
  goTo('settings')
}
