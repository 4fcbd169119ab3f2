import * as z from 'zod/mini'

/** What a browser works out before it may go on, see `trust/challenges.ts` on the server. */
export const Challenge = z.record(z.string(), z.unknown())
export type Challenge = z.infer<typeof Challenge>

/** The limit of its solution, in characters. */
export const LONGEST_PROOF = 2000
