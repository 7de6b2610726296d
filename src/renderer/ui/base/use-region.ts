import { useStore } from 'zustand'
import type { RegionFormats } from '../../../shared/text/region.ts'
import { regionStore } from './words.ts'

/**
 * Draws a component again when numbers and dates are written otherwise. For what is drawn first, and for what is memoised:
 * everything else is drawn with them. A list of memoised rows hands them what this returns.
 */
export function useRegion(): RegionFormats {
  return useStore(regionStore)
}
