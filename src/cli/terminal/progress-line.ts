import { cutToWidth } from './text-table.ts'
import type { OutputStream } from './terminal.ts'

const BETWEEN_DRAWINGS_MS = 100
const CLEAR_LINE = '\r\u001B[K'
const NARROWEST_COLUMNS = 20

/** One line at the bottom of a terminal that is drawn over again. */
export interface ProgressLine {
  show(text: string): void
  /** Takes the line away, so that something else can be written. */
  clear(): void
}

/** At most ten drawings a second, the last of them never lost. Draws nothing on what is no terminal. */
export function createProgressLine(stream: OutputStream): ProgressLine {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined }
  let wanted = ''
  let drawn = ''
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    timer = undefined
    if (wanted === drawn) return
    // A line that wraps cannot be drawn over.
    const room = Math.max(NARROWEST_COLUMNS, stream.columns || 80) - 1
    stream.write(CLEAR_LINE + cutToWidth(wanted, room))
    drawn = wanted
    timer = setTimeout(draw, BETWEEN_DRAWINGS_MS)
    timer.unref()
  }
  return {
    show: (text) => {
      wanted = text
      if (timer === undefined) draw()
    },
    clear: () => {
      clearTimeout(timer)
      timer = undefined
      if (drawn !== '') stream.write(CLEAR_LINE)
      drawn = ''
      wanted = ''
    },
  }
}
