import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of this site sent the request. SameSite keeps other sites from using a cookie, but not other services
 * under the same domain. A browser that does not name the requesting site sends an origin instead: it must be the
 * public origin or that of the called host. Programs and text browsers send neither.
 */
export function isFromHere({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site) return site === 'same-origin'
  return origin === undefined || origin === publicUrl || withoutPort(origin) === withoutPort(host)
}

/** Whether the origin is this site under any of its names: PUBLIC_URL, the called host, or either with or without 'www.'. */
export function isOwnOrigin(origin: string, { host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return [publicUrl, host].some((own) => bare(own) === bare(origin))
}

function bare(address: string): string {
  return withoutPort(address).replace(/^www\./, '')
}

/** The host and port of an origin or a Host header. Some programs name the usual port, which origins leave out. */
function withoutPort(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/:(80|443)$/, '')
}
