import type { PageRoom } from '../client/page-room.ts'
import { recentItems } from './recent-items.ts'

export const paletteRoom: PageRoom = { open: () => recentItems.load(), leave: () => recentItems.load() }
