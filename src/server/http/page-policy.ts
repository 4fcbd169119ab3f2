import { site } from '#shared/site/site.ts'

const GOOGLE_TAG = 'https://*.googletagmanager.com'
const GOOGLE_ANALYTICS = 'https://*.google-analytics.com'

type Policy = {
  /** Whether Google Analytics may run, for visitors who agree. */
  measures: boolean
  /** The film's URL, if another host serves it. */
  embed?: string | null
}

/**
 * The content security policy of a page. It allows the site's own files, the host of the film if it is embedded, and
 * Google Analytics if it is on. It allows nothing else from another host.
 */
export function contentSecurityPolicy({ measures, embed = site().landing.film.embed }: Policy): string {
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  if (embed) policy.push(`frame-src 'self' ${new URL(embed).origin}`)
  if (measures) {
    policy.push(
      `script-src 'self' ${GOOGLE_TAG}`,
      `connect-src 'self' ${GOOGLE_TAG} ${GOOGLE_ANALYTICS} https://*.analytics.google.com`,
      `img-src 'self' ${GOOGLE_TAG} ${GOOGLE_ANALYTICS}`,
    )
  }
  return policy.join('; ')
}

/** The policy of a page whose form may lead to another site. */
export function withForms(policy: string, origin: string): string {
  return policy.replace("form-action 'self'", `form-action 'self' ${origin}`)
}
