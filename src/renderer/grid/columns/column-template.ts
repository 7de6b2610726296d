import type { ColumnLayout, GridLayout } from './grid-column.ts'

/** Layout widths are pixels at this text size; on the screen they grow with the text and its distances. */
export const BASE_REM_PX = 16

const TICK_WIDTH = 'var(--tick-width)'

interface ColumnTemplate {
  readonly columns: string
  readonly width: string
  /** The width that the pinned columns cover at the left. */
  readonly pinnedWidth: string
}

/** Sets the widths of all rows at once, as custom properties: a drag changes them without redrawing a row. */
export function showTemplate(scroller: HTMLElement | null, { columns }: GridLayout): void {
  const template = columnTemplate(columns)
  scroller?.style.setProperty('--grid-columns', template.columns)
  scroller?.style.setProperty('--grid-width', template.width)
  scroller?.style.setProperty('--pinned-width', template.pinnedWidth)
}

/** A wider pinned column would leave too little room for the others. */
const MAX_PINNED_WIDTH = 280

/** Whether the first shown column stays in place while the others scroll sideways: it names the row. */
export function isFirstPinned(columns: readonly ColumnLayout[]): boolean {
  const first = columns.find(({ isHidden }) => !isHidden)
  return first !== undefined && first.width <= MAX_PINNED_WIDTH
}

/** Measured pixels as layout width. */
export function layoutWidth(measuredPx: number, remPx: number): number {
  return (measuredPx * BASE_REM_PX) / remPx
}

function inRem(width: number): string {
  return `calc(${width / BASE_REM_PX}rem * var(--text-stretch, 1))`
}

/** A share of the room is never less than the width, so that nothing has to be measured. */
function track({ width, flex = 0 }: ColumnLayout): string {
  return flex === 0 ? inRem(width) : `minmax(${inRem(width)}, ${flex}fr)`
}

function columnTemplate(columns: readonly ColumnLayout[]): ColumnTemplate {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  const total = shown.reduce((sum, { width }) => sum + width, 0)
  return {
    columns: [TICK_WIDTH, ...shown.map(track)].join(' '),
    width: `calc(${TICK_WIDTH} + ${inRem(total)})`,
    pinnedWidth: isFirstPinned(columns) ? `calc(${TICK_WIDTH} + ${inRem(shown[0]?.width ?? 0)})` : TICK_WIDTH,
  }
}
