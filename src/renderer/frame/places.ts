import { Download, Inbox, type LucideIcon, Search, Settings, TableProperties } from 'lucide-react'
import type { Place } from '../client/place-store.ts'

interface PlaceFacts {
  readonly place: Place
  readonly title: string
  readonly icon: LucideIcon
}

/** From top to bottom; the position of each is its key. */
export const PLACES: readonly PlaceFacts[] = [
  { place: 'inbox', title: 'Inbox', icon: Inbox },
  { place: 'search', title: 'Search', icon: Search },
  { place: 'worklist', title: 'Worklist', icon: TableProperties },
  { place: 'downloads', title: 'Downloads', icon: Download },
  { place: 'settings', title: 'Settings', icon: Settings },
]
