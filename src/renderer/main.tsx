import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { ignoring } from '../shared/errors/ignoring.ts'
import { App } from './App.tsx'
import { call, followHost } from './client/desk-client.ts'
import { followDisplay } from './settings/display.ts'
import './styles/page.css'

// Compiled schemas need `eval`, which the page’s policy forbids.
z.config({ jitless: true })

const desk = document.getElementById('desk')
if (desk === null) throw new Error('index.html has no element #desk')

followHost()
followDisplay()

const ReaderApp = lazy(async () => ({ default: (await import('./reader/ReaderApp.tsx')).ReaderApp }))
/** The main process gives the second window this address. */
const isReader = new URLSearchParams(location.search).get('window') === 'reader'

createRoot(desk, { onCaughtError: recordDrawingError }).render(
  <StrictMode>
    {isReader ? (
      <Suspense>
        <ReaderApp />
      </Suspense>
    ) : (
      <App />
    )}
  </StrictMode>,
)

/** Keeps a local record of an error that a `Boundary` caught, for support; the screen has said so already. */
function recordDrawingError(thrown: unknown, { componentStack = '' }: { componentStack?: string | undefined }): void {
  // As React does by itself where nobody listens.
  console.error(thrown)
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const where = `${stack}\n\nDrawn by:${componentStack}`
  const error = { name: name.slice(0, 200), message: message.slice(0, 2_000), stack: where.slice(0, 20_000) }
  call('diagnostics.recordPageError', error).catch(ignoring('there is nothing left to report it to'))
}
