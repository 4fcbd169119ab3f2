import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { site } from '#shared/site/site.ts'
import { referralCodeIn } from '#shared/joining/referral-link.ts'
import { countEvent } from './analytics/count-event.ts'
import { measurementId } from './analytics/measurement-id.ts'
import { addSink } from './analytics/track.ts'
import { App } from './app.tsx'
import { handed, takeHanded } from './loading/handed.ts'
import { takeSite } from './loading/site-data.ts'
import { pagePath } from './loading/page-path.ts'
import { chunkAt, loadPage } from './loading/page-chunks.ts'
import { chooseReferralCode, rememberArrival } from './storage/arrival.ts'
import { carryMemory, CONSENT, LANGUAGE_OFFERED, readStored, takeMemory } from './storage/storage.ts'
import './styles/main.css'

// early/early.ts adds this script. The rest of the document may not be there yet.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
else start()

function start() {
  const chunk = chunkAt(pagePath())
  takeSite(chunk)
  takeMemory()
  rememberArrival(location.search, referralCodeIn(location.search))
  addSink((event) => {
    if (handed().isCounted && event.name === 'page_view') handed().isCounted = false
    else countEvent(event)
  })

  if (chunk === null) begin()
  else loadPage(chunk).then(begin, stay)

  const language = preferredLanguage()
  // One bar at a time.
  if (language && (!measurementId() || readStored('localStorage', CONSENT)))
    void import('./frame/language-offer.tsx').then((offer) => offer.mountOffer(language), console.warn)
  const id = measurementId()
  if (id) void import('./frame/consent.tsx').then((consent) => consent.mountConsent(id), console.warn)
}

/** The first language of the browser that the site has, if it is another than the page's and was not refused. */
function preferredLanguage(): string | undefined {
  for (const one of navigator.languages.map((tag) => tag.slice(0, 2))) {
    if (one === site().language) return
    if (site().otherLanguages.some(({ language }) => language === one))
      return readStored('localStorage', LANGUAGE_OFFERED) === one ? undefined : one
  }
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
