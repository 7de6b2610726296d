/**
 * An entry of the folder that desktops of Linux start programs from. Words are quoted as the desktop entry specification
 * asks for, so that a path with a blank stays one word and a `%` is no placeholder.
 */
export function desktopEntry(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replace(/["\\`$]/g, '\\$&').replaceAll('%', '%%')}"`)
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Parcel Desk', `Exec=${quoted.join(' ')}`]
  return `${[...lines, 'X-GNOME-Autostart-enabled=true'].join('\n')}\n`
}
