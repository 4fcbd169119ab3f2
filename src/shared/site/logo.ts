import * as z from 'zod/mini'

/** The media types in which a logo may be uploaded. */
export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp']
export const MOST_LOGO_BYTES = 2 * 1024 * 1024

/** The answer to the upload of a logo: its hash, and its size in the header in CSS pixels. */
export const DrawnLogo = z.object({ hash: z.string(), width: z.int(), height: z.int() })
export type DrawnLogo = z.infer<typeof DrawnLogo>
