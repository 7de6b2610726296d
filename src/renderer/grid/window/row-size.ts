/** --row-height of the tokens, in rem: a number, because rows are placed by it. */
export const ROW_REM = 1.75

export function rootRemPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
