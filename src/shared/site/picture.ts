export type { Picture } from '#site/landing.ts'

/** As an owner sends it. */
export const MOST_PICTURE_BYTES = 8 * 1024 * 1024
/** As visitors and readers of mails get it. */
export const MOST_DRAWN_BYTES = 300_000

/** Of an update. A mail program may not know WebP. */
export function mailPicturePath(hash: string): string {
  return `/site/mail-${hash}.jpg`
}

export function picturePath(hash: string): string {
  return `/site/picture-${hash}.webp`
}
