import { type Purpose, PURPOSES } from './token-format.ts'
import type { Transaction } from '../db/query.ts'

/** `former address`: they stay valid, but only for the address to which they were mailed. */
export type Fate = 'lives' | 'ends' | 'ends if from joining' | 'former address'
type Fates = Record<Purpose, Fate>

const ALL_LIVE = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'lives'])) as Fates
const ALL_END = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'ends'])) as Fates

/** After a change of address, tokens in the former mailbox no longer affect the entry. */
const MOVED: Fates = { ...ALL_END, unsubscribe: 'former address' }

/** Nothing else ends a token. */
export const FATES = {
  'joined again': ALL_LIVE,
  'link opened': ALL_LIVE,
  /** Whoever presses the button of a mailed page reads the mailbox. */
  'link pressed': { ...ALL_LIVE, browser: 'ends if from joining' },
  'opted out': ALL_LIVE,
  'email asked for': { ...ALL_LIVE, address: 'ends' },
  'email changed': { ...MOVED, address: 'lives' },
  'email corrected': MOVED,
  'correction undone': MOVED,
  rejected: ALL_LIVE,
  accepted: ALL_LIVE,
  /** Also while the erasure waits for work in progress. People keep mails for years. */
  erased: { ...ALL_END, unsubscribe: 'lives' },
  restored: ALL_LIVE,
} satisfies Record<string, Fates>

export type TokenEvent = keyof typeof FATES

export function purposesThat(fates: Fate[], event: TokenEvent): Purpose[] {
  return PURPOSES.filter((purpose) => fates.includes(FATES[event][purpose]))
}

export function canEnd(purpose: Purpose): boolean {
  return Object.values(FATES).some((fates: Fates) => fates[purpose].startsWith('ends'))
}

export async function forgetGenerations(tx: Transaction, ids: string[]): Promise<void> {
  await tx.query(`delete from token_generations where entry_id = any($1) and purpose <> 'place'`, [ids])
}
