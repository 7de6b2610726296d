import { type CustomScheme, protocol } from 'electron'
import { READER_ADDRESS } from '../../desk/desk-ports.ts'
import { notFound } from '../../desk/serving/serve-page.ts'

/** The page's own origin. Never `file:`, which would give the page access to every file of the user. */
export const SCHEME = 'app'
const DESK_HOST = 'desk'
export const DESK_ORIGIN = `${SCHEME}://${DESK_HOST}`
export const START_PAGE = `${DESK_ORIGIN}/index.html`
export const READER_PAGE = new URL(READER_ADDRESS, START_PAGE).href

export const PRIVILEGED_SCHEME: CustomScheme = {
  scheme: SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

/** Answers `app://desk/…`. Any other host of the scheme is another origin and gets a 404. */
export function answerScheme(serve: (request: Request) => Promise<Response>): void {
  protocol.handle(SCHEME, async (request) =>
    new URL(request.url).host === DESK_HOST ? await serve(request) : notFound(),
  )
}
