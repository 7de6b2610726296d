/** From one time of the day to another, “22:00”, as the clock on the wall shows it; over midnight where `to` is earlier. */
export interface QuietHours {
  from: string
  to: string
}

/** When the quiet hours end that `now` is in; undefined outside of them. Equal times are no quiet hours. */
export function quietEndsAt(quiet: QuietHours | null, now: Date): Date | undefined {
  if (quiet === null) return undefined
  const time = `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
  const { from, to } = quiet
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return undefined
  const [hours, minutes] = [Number(to.slice(0, 2)), Number(to.slice(3))]
  const isTomorrow = time >= to
  // By the calendar, not by adding hours: a day on which the clocks change has 23 or 25.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (isTomorrow ? 1 : 0), hours, minutes)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
