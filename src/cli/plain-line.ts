// What the service sends may hold escape sequences, which a terminal obeys, and marks that turn the reading direction.
const UNSAFE = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]+/gu

/** The text as it may be shown on a terminal: on one line, without control characters or changes of direction (T25). */
export function plainLine(text: string): string {
  return text.replace(UNSAFE, ' ').trim()
}
