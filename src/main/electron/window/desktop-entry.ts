/**
 * A desktop entry that starts a program at login on Linux. Words are quoted by the desktop entry specification, so that a
 * path with a space stays one word and a `%` is not a placeholder.
 */
export function desktopEntry(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replace(/["\\`$]/g, '\\$&').replaceAll('%', '%%')}"`)
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Parcel Desk', `Exec=${quoted.join(' ')}`]
  return `${[...lines, 'X-GNOME-Autostart-enabled=true'].join('\n')}\n`
}
