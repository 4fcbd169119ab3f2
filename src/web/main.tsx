import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { countEvent } from './analytics/count-event.ts'
import { measurementId } from './analytics/measurement-id.ts'
import { addSink } from './analytics/track.ts'
import { App } from './app.tsx'
import { rememberArrival } from './storage/arrival.ts'
import './styles/main.css'

rememberArrival(location.search)
addSink(countEvent)

const root = document.getElementById('root')!
// A transition hydrates in small pieces, and the page handles input between them.
if (root.firstElementChild) startTransition(() => void hydrateRoot(root, <App />))
else createRoot(root).render(<App />)

const id = measurementId()
if (id) void import('./frame/consent.tsx').then(({ mountConsent }) => mountConsent(id))
