import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of this site sent the request. SameSite keeps other sites from using a cookie, but not other services
 * under the same domain. A browser that does not name the requesting site sends an origin instead: it must be the
 * public origin or that of the called host. Programs and text browsers send neither.
 */
export function isFromHere({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site) return site === 'same-origin'
  return origin === undefined || origin === publicUrl || origin.replace(/^https?:\/\//, '') === host
}
