import { createStore } from 'zustand/vanilla'
import { goToSection } from '../../../client/go-to-section.ts'
import type { ActingRule } from '../feed-words.ts'

/** The rule in the dialog. */
export const rulesStore = createStore<{ readonly edited: ActingRule | 'new' | undefined }>(() => ({
  edited: undefined,
}))

/** Opens the dialog, in the settings, from anywhere. */
export function openRule(edited: ActingRule | 'new' = 'new'): void {
  rulesStore.setState({ edited })
  goToSection('automatic')
}

export function closeRule(): void {
  rulesStore.setState({ edited: undefined })
}
