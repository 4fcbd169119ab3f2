import { createHash, timingSafeEqual } from 'node:crypto'

export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(hash(given), hash(secret))
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
