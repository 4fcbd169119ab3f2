import * as z from 'zod/mini'

/** The pictures that a logo may be sent as. */
export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp']
export const MOST_LOGO_BYTES = 2 * 1024 * 1024

/** The answer to a logo: its hash, and its size in the header in pixels of the page. */
export const DrawnLogo = z.object({ hash: z.string(), width: z.int(), height: z.int() })
export type DrawnLogo = z.infer<typeof DrawnLogo>
