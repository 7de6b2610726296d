import { app, shell, type Session, type WebContents } from 'electron'
import { DESK_ORIGIN, SCHEME } from './app-scheme.ts'
import { externalLink } from './external-links.ts'

/** Copying text out of the page, and nothing else that Chromium asks for. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])
/** The page speaks to the main process alone: an address of the network gets nowhere, whatever the page holds. */
const LOCAL_SCHEMES: ReadonlySet<string> = new Set([`${SCHEME}:`, 'blob:', 'data:', 'devtools:'])

/** Holds every page of this application, also one that a fault would open, to its own files. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    blockNavigation(contents)
    // Neither the page's policy nor the guard of requests sees WebRTC, which would reach any server by UDP (W-L5).
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
}

/** Takes from a session what the page does not need. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, ...[answer, { requestingUrl, isMainFrame }]) => {
    answer(isMainFrame && isOwnOrigin(requestingUrl) && ALLOWED_PERMISSIONS.has(permission))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => isOwnOrigin(requestingOrigin) && ALLOWED_PERMISSIONS.has(permission),
  )
  session.setDevicePermissionHandler(() => false)
  // Files are written where the user said, through the services; a download would lie where Chromium puts it.
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !LOCAL_SCHEMES.has(new URL(url).protocol) }))
  // Chromium would fetch its dictionaries from a server of its maker.
  session.setSpellCheckerEnabled(false)
}

function blockNavigation(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalLink(url)
    if (link !== undefined) void shell.openExternal(link)
    return { action: 'deny' }
  })
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

function isOwnOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  // Node gives schemes of our own no origin.
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}` === DESK_ORIGIN
}
