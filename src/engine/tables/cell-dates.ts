const DAY_MS = 24 * 60 * 60 * 1000
/** Day 0 of the two calendars of spreadsheets, as UTC. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** 9999-12-31. */
const LAST_DAY = 2_958_465

/**
 * The day that a number of a sheet means: `2026-03-05`, or `2026-03-05 14:30` with a time; undefined for a number that is no
 * day. Before March 1900 spreadsheets count a day that never was, so those are no days here.
 */
export function dayOf(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= (is1904 ? 0 : 61) && serial <= LAST_DAY)) return undefined
  const at = new Date((is1904 ? EPOCH_1904_MS : EPOCH_1900_MS) + Math.round(serial * 24 * 60) * 60_000)
  const [day = '', time = ''] = at.toISOString().split('T')
  return at.getTime() % DAY_MS === 0 ? day : `${day} ${time.slice(0, 5)}`
}
