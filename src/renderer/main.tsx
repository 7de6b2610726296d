import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UnfinishedDesk } from './UnfinishedDesk.tsx'

const desk = document.getElementById('desk')
if (desk === null) throw new Error('index.html has no element #desk')

createRoot(desk).render(
  <StrictMode>
    <UnfinishedDesk version={window.parcelDesk === undefined ? '' : ''} />
  </StrictMode>,
)
