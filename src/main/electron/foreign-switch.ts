/** What the installed program knows. What others add opens the program to nobody. */
const KNOWN_SWITCHES: ReadonlySet<string> = new Set([
  'data-dir',
  'hidden',
  'notices',
  'self-check',
  // The updater, when it starts the new version.
  'updated',
  // Windows, when somebody clicks a notification after the program has ended, …
  'notification-launch-id',
  'toastactivated',
  'embedding',
  // … and how a screen is driven: on Linux the kind of desktop, on remote desktops the scale and no graphics card.
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'disable-gpu',
])
/** The number by which macOS started a program. */
const PROCESS_NUMBER = /^-psn_\d+_\d+$/

/**
 * The first word that Chromium would take as a switch and that Parcel Desk does not know; undefined if there is none. Many of
 * Chromium's switches open the program to others: its page to any debugger, its traffic to any proxy, its sandbox (L9). No fuse
 * covers them, and a list of the bad ones would miss the next, so only known ones are taken. On Windows Chromium takes “/” for
 * “-”, and upper case for lower case.
 */
export function foreignSwitch(words: readonly string[], platform: NodeJS.Platform): string | undefined {
  return words.find((word) => {
    const [, name] = (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? []
    if (name === undefined || PROCESS_NUMBER.test(word)) return false
    return !KNOWN_SWITCHES.has(platform === 'win32' ? name.toLowerCase() : name)
  })
}
