import * as z from 'zod/mini'

export const Challenge = z.record(z.string(), z.unknown())
export type Challenge = z.infer<typeof Challenge>

export const LONGEST_PROOF = 2000
