import * as z from 'zod/mini'

export const LOGO_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/webp']
export const MOST_LOGO_BYTES = 2 * 1024 * 1024

export const PictureHash = z.string().check(z.regex(/^[\da-f]{32}$/))
export const DrawnLogo = z.object({ hash: z.string(), width: z.int(), height: z.int() })
export type DrawnLogo = z.infer<typeof DrawnLogo>
