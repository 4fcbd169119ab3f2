import * as z from 'zod/mini'

/**
 * A puzzle that a browser must solve before its request is accepted, see `trust/floods/challenges.ts` on the server.
 */
export const Challenge = z.record(z.string(), z.unknown())
export type Challenge = z.infer<typeof Challenge>

/** The longest solution of a challenge, in characters. */
export const LONGEST_PROOF = 2000
