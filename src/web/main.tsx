import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { countEvent } from './analytics/count-event.ts'
import { measurementId } from './analytics/measurement-id.ts'
import { addSink } from './analytics/track.ts'
import { App } from './app.tsx'
import { handed, takeHanded } from './loading/handed.ts'
import { takeSite } from './loading/site-data.ts'
import { chunkAt, loadPage } from './loading/page-chunks.ts'
import { chooseReferralCode, rememberArrival } from './storage/arrival.ts'
import { carryMemory, takeMemory } from './storage/storage.ts'
import './styles/main.css'

// early/early.ts adds this script. The rest of the document may not be there yet.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()

function start() {
  const chunk = chunkAt(location.pathname)
  takeSite(chunk)
  takeMemory()
  rememberArrival(location.search, referralCodeIn(location.search))
  addSink((event) => {
    if (handed().isCounted && event.name === 'page_view') handed().isCounted = false
    else countEvent(event)
  })

  if (chunk === null) begin()
  else loadPage(chunk).then(begin, stay)

  const id = measurementId()
  if (id) void import('./frame/consent.tsx').then((consent) => consent.mountConsent(id), console.warn)
}

/** The chunk did not arrive. */
function stay() {
  carryMemory()
  window.early?.fail()
}

function begin() {
  const root = document.getElementById('root')!
  const { code } = takeHanded()
  if (code !== undefined) chooseReferralCode(code)
  // A transition hydrates in small pieces, and the page handles input between them.
  if ('drawn' in document.documentElement.dataset) startTransition(() => void hydrateRoot(root, <App />))
  else createRoot(root).render(<App />)
}
