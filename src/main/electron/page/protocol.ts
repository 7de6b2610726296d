import { protocol } from 'electron'
import { notFound } from '../../desk/serving/page-headers.ts'
import { DESK_HOST, SCHEME } from './app-scheme.ts'

/** Answers `app://desk/…`; another host of the scheme would be another origin, and has nothing. */
export function answerScheme(serve: (request: Request) => Promise<Response>): void {
  protocol.handle(SCHEME, async (request) =>
    new URL(request.url).host === DESK_HOST ? await serve(request) : notFound(),
  )
}
