import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './styles/page.css'

const desk = document.getElementById('desk')
if (desk === null) throw new Error('index.html has no element #desk')

createRoot(desk).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
