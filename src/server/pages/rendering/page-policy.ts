import { createHash } from 'node:crypto'
import { filmAt } from '#shared/site/film.ts'
import { site } from '#shared/site/site.ts'

const GOOGLE_TAG = 'https://*.googletagmanager.com'
const GOOGLE_ANALYTICS = 'https://*.google-analytics.com'

type Policy = {
  measures: boolean
  film?: string
  styles?: string
}

/** The site's own files, the host of the film, and Google Analytics if it is on: nothing else. */
export function contentSecurityPolicy({ measures, film = site().landing.film.address, styles }: Policy): string {
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  const { player, host } = filmAt(film) ?? {}
  if (styles) policy.push(`style-src 'self' 'sha256-${createHash('sha256').update(styles).digest('base64')}'`)
  if (host) policy.push(`${player === 'frame' ? 'frame-src' : 'media-src'} 'self' https://${host}`)
  if (measures) {
    policy.push(
      `script-src 'self' ${GOOGLE_TAG}`,
      `connect-src 'self' ${GOOGLE_TAG} ${GOOGLE_ANALYTICS} https://*.analytics.google.com`,
      `img-src 'self' ${GOOGLE_TAG} ${GOOGLE_ANALYTICS}`,
    )
  }
  return policy.join('; ')
}

export function withForms(policy: string, origin: string): string {
  return policy.replace("form-action 'self'", `form-action 'self' ${origin}`)
}
