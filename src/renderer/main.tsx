import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod/mini'
import { App } from './App.tsx'
import { followHost } from './client/host-store.ts'
import { recordDrawingError } from './client/record-drawing-error.ts'
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
