import { call } from './desk-client.ts'

/** Keeps a local record of an error that a `Boundary` caught, for support; the screen has said so already. */
export function recordDrawingError(
  thrown: unknown,
  { componentStack = '' }: { componentStack?: string | undefined },
): void {
  // As React does by itself where nobody listens.
  console.error(thrown)
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const where = `${stack}\n\nDrawn by:${componentStack}`
  const error = { name: name.slice(0, 200), message: message.slice(0, 2_000), stack: where.slice(0, 20_000) }
  call('diagnostics.recordPageError', error).catch(() => undefined)
}
