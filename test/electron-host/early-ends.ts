import path from 'node:path'

export interface EarlyEnd {
  program: string
  code: number | null
  signal: NodeJS.Signals | null
  /** The end of its stderr, or the error with which it was not started. */
  lastWords: string
}

const LIBRARIES =
  'libgtk-3-0 libnss3 libnotify4 libxss1 libxtst6 libatspi2.0-0 libgbm1 libasound2 libsecret-1-0 xdg-utils'

const LOST_DISPLAY =
  /X connection error|explicit kill or server shutdown|ost connection to (?:the )?(?:display|Wayland)|ost its connection to the display|Fatal Wayland communication error|(?:flushing|reading events from) display/

/** Whether a program’s last words are that its display is gone. */
export function hasLostDisplay(lastWords: string): boolean {
  return LOST_DISPLAY.test(lastWords)
}

/** What Electron’s last words mean, and the way out: of Chromium, the loader and the system, the first that fits. */
const MEANINGS: readonly [words: RegExp, meaning: (found: string, program: string) => string][] = [
  [
    /Running as root without --no-sandbox/,
    () => 'as root it does not start, for its sandbox would hold nothing. Run the command as another user',
  ],
  [/SUID sandbox helper|No usable sandbox|[Ff]ailed to move to new namespace/, (_found, program) => noSandbox(program)],
  [
    /error while loading shared libraries: ([^\s:]+)/,
    (library) =>
      `this system lacks ${library}. On Debian and Ubuntu “sudo apt-get install ${LIBRARIES}” brings what it needs`,
  ],
  [LOST_DISPLAY, () => 'its display went away. What was saved is kept; start it again on a display that stays'],
  [
    /Missing X server|nable to open X display|annot open display|ailed to connect to Wayland|platform failed to initialize/,
    () =>
      'there is no display that it can open. On a computer without one, “xvfb-run” gives it one, and the command line needs none',
  ],
  [
    /GPU process isn.t usable/,
    () => 'the graphics of this computer do not work for it. “npm start -- --disable-gpu” does without',
  ],
  [/\bEACCES\b/, (_found, program) => `${program} may not be run: neither its mode nor its disk may forbid that`],
  // On Linux a shell is given what the kernel does not run.
  [
    /ENOEXEC|EBADARCH|Unknown system error -8[68]|Exec format error|: Syntax error: |: \x7fELF/,
    () => 'it is made for another system or processor. Delete node_modules/electron/dist, and it is fetched anew',
  ],
]

/** Nothing in Electron’s package belongs to root, and Ubuntu since 23.10 lets only listed programs make a sandbox without. */
function noSandbox(program: string): string {
  const helper = path.join(path.dirname(program), 'chrome-sandbox')
  return `Linux lets it make no sandbox. “sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'” allows it; docs/administrators.md (From a checkout) has other ways`
}

const MAX_QUOTED = 300

/** A sentence for an end that nobody wished. */
export function describeEnd({ program, code, signal, lastWords }: EarlyEnd): string {
  const how = signal === null ? (code === null ? 'did not start' : `ended with code ${code}`) : `was ended by ${signal}`
  const name = path.basename(program)
  for (const [words, meaning] of MEANINGS) {
    const found = words.exec(lastWords)
    if (found !== null) return `${name} ${how}: ${meaning(found[1] ?? '', program)}.`
  }
  const said = lastWords.trim().split('\n').slice(-3).join(' ').trim().slice(-MAX_QUOTED)
  return `${name} ${how}${said === '' ? ', and said nothing' : `. Its last words: ${said}`}`
}
