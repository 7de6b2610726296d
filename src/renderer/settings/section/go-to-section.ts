import { goTo } from '../../client/place-store.ts'
import { type Section, settingsStore } from './settings-store.ts'

/** Goes to a section of the settings from anywhere. */
export function goToSection(section: Section): void {
  settingsStore.setState({ requestedSection: section, query: '' })
  goTo('settings')
}
