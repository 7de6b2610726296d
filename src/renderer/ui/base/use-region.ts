import { useStore } from 'zustand'
import { regionStore } from './words.ts'

/**
 * Draws a component again when numbers and dates are written otherwise. For what is drawn first, and for what is memoised:
 * everything else is drawn with them.
 */
export function useRegion(): void {
  useStore(regionStore)
}
