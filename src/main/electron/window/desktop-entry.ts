import { isAbsolute, resolve } from 'node:path'

/**
 * A desktop entry that starts a program at login on Linux. Words are quoted by the desktop entry specification, so that a
 * path with a space stays one word and a `%` is not a placeholder; then the whole is escaped as a value of such a file, so
 * that a line break in a path begins no line of its own (W-L10).
 */
export function desktopEntry(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word.replace(/["\\`$]/g, '\\$&').replaceAll('%', '%%')}"`).join(' ')
  const value = quoted.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found)
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Parcel Desk', `Exec=${value}`]
  return `${[...lines, 'X-GNOME-Autostart-enabled=true'].join('\n')}\n`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

/**
 * The file that a login has to start. The program of an AppImage lies in a folder that vanishes with it, so then it is the
 * AppImage, as its runtime tells by the environment; but every program that another AppImage started inherits that
 * environment, so it counts only for a program that lies in that folder (W-L10).
 */
export function startedFile({ APPIMAGE, APPDIR }: NodeJS.ProcessEnv, program: string): string {
  if (APPIMAGE === undefined || APPDIR === undefined || !isAbsolute(APPIMAGE) || !isAbsolute(APPDIR)) return program
  return program.startsWith(`${resolve(APPDIR)}/`) ? APPIMAGE : program
}
