import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** In Electron's device-independent pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export interface WindowPlace {
  /** Without `x` and `y` the system chooses the position. */
  bounds: { width: number; height: number; x?: number; y?: number }
  isMaximized: boolean
}

export const MIN_SIZE = { width: 1024, height: 600 } as const
const DEFAULT_PLACE: WindowPlace = { bounds: { width: 1440, height: 900 }, isMaximized: false }
/** How much of the title bar must be on a screen, so that the mouse can grab the window. */
const MIN_VISIBLE = { width: 120, height: 32 } as const

const stored = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
})

export interface PlaceFile {
  /** The last position, adjusted to the screens that are connected now. */
  read(workAreas: readonly Area[]): WindowPlace
  write(place: { bounds: Area; isMaximized: boolean }): void
}

/** Remembers the window's position in a small file; if that fails, the default is used. */
export function createPlaceFile(file: string): PlaceFile {
  return {
    read: (workAreas) => {
      try {
        return fitPlace(stored.parse(JSON.parse(readFileSync(file, 'utf8'))), workAreas)
      } catch {
        return DEFAULT_PLACE
      }
    },
    write: (place) => {
      try {
        writeFileSync(file, JSON.stringify(place))
      } catch {
        // A full disk is reported by the work itself; the default position is no loss.
      }
    },
  }
}

/** A window whose screen is gone keeps its size and lets the system choose the position. */
function fitPlace({ bounds, isMaximized }: z.output<typeof stored>, workAreas: readonly Area[]): WindowPlace {
  const size = {
    width: Math.max(MIN_SIZE.width, bounds.width),
    height: Math.max(MIN_SIZE.height, bounds.height),
  }
  const isCatchable = workAreas.some((area) => {
    const widthSeen = Math.min(bounds.x + size.width, area.x + area.width) - Math.max(bounds.x, area.x)
    const isTitleSeen = bounds.y >= area.y && bounds.y + MIN_VISIBLE.height <= area.y + area.height
    return widthSeen >= MIN_VISIBLE.width && isTitleSeen
  })
  return { bounds: isCatchable ? { ...size, x: bounds.x, y: bounds.y } : size, isMaximized }
}
