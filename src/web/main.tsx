import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { rememberArrival } from './storage/arrival.ts'
import './styles/main.css'

rememberArrival(location.search)

const root = document.getElementById('root')!
if (root.firstElementChild) hydrateRoot(root, <App />)
else createRoot(root).render(<App />)
