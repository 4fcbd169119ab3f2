import type { AnalyticsEvent } from '#shared/joining/analytics-event.ts'
import { addSink } from './track.ts'

declare global {
  interface Window {
    dataLayer?: unknown[]
  }
}

const DENIED = {
  ad_storage: 'denied',
  analytics_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
}

export function startGa4(id: string): () => void {
  Object.assign(window, { [`ga-disable-${id}`]: false })
  gtag('consent', 'default', DENIED)
  gtag('consent', 'update', { analytics_storage: 'granted' })
  gtag('js', new Date())
  gtag('config', id, { send_page_view: false, ...currentPlace() })
  document.head.append(
    Object.assign(document.createElement('script'), {
      async: true,
      src: `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`,
    }),
  )
  send({ name: 'page_view', path: location.pathname, title: document.title })
  const stopSink = addSink(send)
  return () => {
    stopSink()
    gtag('consent', 'update', DENIED)
    Object.assign(window, { [`ga-disable-${id}`]: true })
    forgetCookies()
  }
}

function send({ name, ...details }: AnalyticsEvent) {
  const parameters =
    'path' in details ? { page_path: details.path, page_title: details.title } : (details as Record<string, unknown>)
  gtag('event', name, { ...parameters, ...currentPlace() })
}

/** Whole addresses contain referral codes. */
function currentPlace() {
  const referrer = document.referrer ? new URL(document.referrer) : null
  return {
    page_location: location.origin + location.pathname,
    page_referrer: referrer ? referrer.origin + referrer.pathname : '',
  }
}

/** Google's script expects the `arguments` object itself, not an array. */
const gtag: (...command: unknown[]) => void = function () {
  window.dataLayer ??= []
  window.dataLayer.push(arguments)
}

function forgetCookies() {
  for (const cookie of document.cookie.split('; ')) {
    const name = cookie.split('=')[0]!
    if (!name.startsWith('_ga')) continue
    for (const domain of ['', `; domain=${location.hostname}`, `; domain=.${location.hostname}`])
      document.cookie = `${name}=; path=/; max-age=0${domain}`
  }
}
