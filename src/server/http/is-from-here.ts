import type { FastifyRequest } from 'fastify'

/**
 * SameSite cookies also come with requests from other services under the same domain. A browser that names no site
 * sends an origin; programs and text browsers send neither.
 */
export function isFromHere({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site) return site === 'same-origin'
  return origin === undefined || origin === publicUrl || withoutPort(origin) === withoutPort(host)
}

/** PUBLIC_URL or the called host, with or without 'www.'. */
export function isOwnOrigin(origin: string, { host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return [publicUrl, host].some((own) => bare(own) === bare(origin))
}

function bare(address: string): string {
  return withoutPort(address).replace(/^www\./, '')
}

/** Some programs name the usual port, which origins leave out. */
function withoutPort(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/:(80|443)$/, '')
}
