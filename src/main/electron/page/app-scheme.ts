import type { CustomScheme } from 'electron'

/** The page's own origin: never `file:`, which would give it every file of the user. */
export const SCHEME = 'app'
export const DESK_HOST = 'desk'
export const DESK_ORIGIN = `${SCHEME}://${DESK_HOST}`
export const START_PAGE = `${DESK_ORIGIN}/index.html`

export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}
