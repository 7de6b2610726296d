import type { ColumnLayout, GridLayout } from './grid-column.ts'

/** A layout's widths are pixels at this size of text; on the screen they are rem, so that a larger text gets wider columns. */
export const BASE_REM_PX = 16

const TICK_WIDTH = 'var(--tick-width)'

interface ColumnTemplate {
  readonly columns: string
  readonly width: string
}

/** The widths of all rows at once, as two custom properties: a drag changes them without drawing a row anew. */
export function showTemplate(scroller: HTMLElement | null, { columns }: GridLayout): void {
  const template = columnTemplate(columns)
  scroller?.style.setProperty('--grid-columns', template.columns)
  scroller?.style.setProperty('--grid-width', template.width)
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
  }
}
