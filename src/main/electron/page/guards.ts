import {
  app,
  shell,
  type Event,
  type Session,
  type WebContents,
  type WebContentsWillFrameNavigateEventParams,
} from 'electron'
import { DESK_ORIGIN, SCHEME } from './app-scheme.ts'
import { externalLink } from './external-links.ts'

/** The page may copy text; everything else that Chromium can ask for is denied. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write'])
/** The page talks only to the main process: requests to the network are cancelled, whatever page is loaded. */
const LOCAL_SCHEMES: ReadonlySet<string> = new Set([`${SCHEME}:`, 'blob:', 'data:', 'devtools:'])

/** Confines every page of this application, even one opened by a fault, to its own files. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    blockNavigation(contents)
    // WebRTC passes neither the content security policy nor `webRequest`; without this it could reach any server by UDP (W-L5).
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
}

/** Denies a session everything that the page does not need. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, ...[answer, { requestingUrl, isMainFrame }]) => {
    answer(isMainFrame && isOwnOrigin(requestingUrl) && ALLOWED_PERMISSIONS.has(permission))
  })
  session.setPermissionCheckHandler(
    (_contents, permission, requestingOrigin) => isOwnOrigin(requestingOrigin) && ALLOWED_PERMISSIONS.has(permission),
  )
  session.setDevicePermissionHandler(() => false)
  // Files are written by the services, where the user chose; a download would go wherever Chromium puts it.
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !LOCAL_SCHEMES.has(new URL(url).protocol) }))
  // Chromium would download its dictionaries from Google.
  session.setSpellCheckerEnabled(false)
}

function blockNavigation(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalLink(url)
    if (link !== undefined) void shell.openExternal(link)
    return { action: 'deny' }
  })
  const blockUnlessReload = (event: Event<WebContentsWillFrameNavigateEventParams>): void => {
    if (!isReload(event, contents)) event.preventDefault()
  }
  contents.on('will-navigate', blockUnlessReload)
  contents.on('will-frame-navigate', blockUnlessReload)
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** A page of ours that loads itself again, as its own button does. */
function isReload({ url, isMainFrame }: WebContentsWillFrameNavigateEventParams, contents: WebContents): boolean {
  return isMainFrame && url === contents.getURL() && isOwnOrigin(url)
}

function isOwnOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  // Node reports no origin for custom schemes.
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}` === DESK_ORIGIN
}
