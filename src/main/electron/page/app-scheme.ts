import { type CustomScheme, protocol } from 'electron'
import { notFound } from '../../desk/serving/serve-page.ts'

/** The page's own origin: never `file:`, which would give it every file of the user. */
export const SCHEME = 'app'
const DESK_HOST = 'desk'
export const DESK_ORIGIN = `${SCHEME}://${DESK_HOST}`
export const START_PAGE = `${DESK_ORIGIN}/index.html`

export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

/** Answers `app://desk/…`; another host of the scheme would be another origin, and has nothing. */
export function answerScheme(serve: (request: Request) => Promise<Response>): void {
  protocol.handle(SCHEME, async (request) =>
    new URL(request.url).host === DESK_HOST ? await serve(request) : notFound(),
  )
}
