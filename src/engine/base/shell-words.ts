/** A control character would end the line, or control the terminal that it is pasted into. */
const CONTROL = /\p{Cc}/u

/** A word that a POSIX shell takes literally; null where there is none. */
export function literalInPosix(value: string): string | null {
  if (CONTROL.test(value)) return null
  return /^[\w./:@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

/**
 * The line may be pasted into cmd.exe or PowerShell, so a value must be literal in both: cmd expands % and ! and has no
 * single quotes, PowerShell expands $ and `, and takes typographic quotes for plain ones. A backslash before the closing
 * quote would escape it. Null where no quoting is literal in both.
 */
export function literalOnWindows(value: string): string | null {
  if (/^[\w./\\:+=-]+$/.test(value)) return value
  return CONTROL.test(value) || /["%!$`“”„]|\\$/.test(value) ? null : `"${value}"`
}
