import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { countEvent } from './analytics/count-event.ts'
import { measurementId } from './analytics/measurement-id.ts'
import { addSink } from './analytics/track.ts'
import { App } from './app.tsx'
import { takeSite } from './loading/site-data.ts'
import { chunkAt, loadPage } from './loading/page-chunks.ts'
import { rememberArrival } from './storage/arrival.ts'
import { carryMemory, takeMemory } from './storage/storage.ts'
import './styles/main.css'

const chunk = chunkAt(location.pathname)
takeSite(chunk)
takeMemory()
rememberArrival(location.search)
addSink(countEvent)

if (chunk === null) begin()
else loadPage(chunk).then(begin, stay)

const id = measurementId()
if (id) void import('./frame/consent.tsx').then((consent) => consent.mountConsent(id), console.warn)

/** Keeps the prerendered page, because its chunk did not arrive, and shows a notice. */
function stay() {
  carryMemory()
  window.early?.fail()
}

function begin() {
  const root = document.getElementById('root')!
  // A transition hydrates in small pieces, and the page handles input between them.
  if (root.hasAttribute('data-drawn')) startTransition(() => void hydrateRoot(root, <App />))
  else createRoot(root).render(<App />)
}
