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

export interface Size {
  width: number
  height: number
}

/** What a window may measure at least, and what it measures at first. */
export interface WindowSizes {
  min: Size
  first: Size
}

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
export function createPlaceFile(file: string, { min, first }: WindowSizes): PlaceFile {
  return {
    read: (workAreas) => {
      try {
        const { bounds, isMaximized } = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
        const width = Math.max(min.width, bounds.width)
        const height = Math.max(min.height, bounds.height)
        return fitPlace({ bounds: { ...bounds, width, height }, isMaximized }, workAreas)
      } catch {
        return { bounds: first, isMaximized: false }
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
  const { x, y, width, height } = bounds
  const isCatchable = workAreas.some((area) => {
    const widthSeen = Math.min(x + width, area.x + area.width) - Math.max(x, area.x)
    const isTitleSeen = y >= area.y && y + MIN_VISIBLE.height <= area.y + area.height
    return widthSeen >= MIN_VISIBLE.width && isTitleSeen
  })
  return { bounds: isCatchable ? bounds : { width, height }, isMaximized }
}
