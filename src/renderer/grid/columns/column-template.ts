import type { ColumnLayout, GridLayout } from './grid-column.ts'

/** A layout's widths are pixels at this size of text; on the screen they are rem, so that a larger text gets wider columns. */
export const BASE_REM_PX = 16

const TICK_WIDTH = 'var(--tick-width)'

interface ColumnTemplate {
  readonly columns: string
  readonly width: string
  /** What the pinned columns cover at the left. */
  readonly pinnedWidth: string
}

/** The widths of all rows at once, as two custom properties: a drag changes them without drawing a row anew. */
export function showTemplate(scroller: HTMLElement | null, { columns }: GridLayout): void {
  const template = columnTemplate(columns)
  scroller?.style.setProperty('--grid-columns', template.columns)
  scroller?.style.setProperty('--grid-width', template.width)
  scroller?.style.setProperty('--pinned-width', template.pinnedWidth)
}

/** Wider than this a pinned column would leave too little of the others in view. */
const WIDEST_PINNED = 280

/** Whether the first column that is shown stays where it is while the others are scrolled sideways: it names the row. */
export function isFirstPinned(columns: readonly ColumnLayout[]): boolean {
  const first = columns.find(({ isHidden }) => !isHidden)
  return first !== undefined && first.width <= WIDEST_PINNED
}

/** Measured pixels as a layout keeps them. */
export function layoutWidth(measuredPx: number, remPx: number): number {
  return (measuredPx * BASE_REM_PX) / remPx
}

function inRem(width: number): string {
  return `${width / BASE_REM_PX}rem`
}

function columnTemplate(columns: readonly ColumnLayout[]): ColumnTemplate {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  const total = shown.reduce((sum, { width }) => sum + width, 0)
  return {
    columns: [TICK_WIDTH, ...shown.map(({ width }) => inRem(width))].join(' '),
    width: `calc(${TICK_WIDTH} + ${inRem(total)})`,
    pinnedWidth: isFirstPinned(columns) ? `calc(${TICK_WIDTH} + ${inRem(shown[0]?.width ?? 0)})` : TICK_WIDTH,
  }
}
