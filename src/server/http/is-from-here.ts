import type { FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * SameSite cookies also come from other services under the same domain. Programs and text browsers send neither header.
 */
export function isFromHere({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = headers
  if (site) return site === 'same-origin'
  return origin === undefined || origin === publicUrl || withoutPort(origin) === withoutPort(host)
}

export function isOwnOrigin(origin: string, { host, publicUrl }: { host: string; publicUrl: string }): boolean {
  return [publicUrl, host].some((own) => bare(own) === bare(origin))
}

function bare(address: string): string {
  return withoutPort(address).replace(/^www\./, '')
}

function withoutPort(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/:(80|443)$/, '')
}

export function bearerToken({ authorization = '' }: { authorization?: string | undefined }): string {
  return /^Bearer ([\w-]{1,200})$/i.exec(authorization)?.[1] ?? ''
}

export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
