import { PURPOSES, type Purpose } from './token-format.ts'

/**
 * The fate of the tokens of one purpose when something happens to the person who has them:
 * - `lives`: they stay valid;
 * - `ends`: they become invalid;
 * - `ends if from joining`: only the tokens that joining gave to a browser become invalid;
 * - `former address`: they stay valid, but only for the address to which they were mailed.
 */
export type Fate = 'lives' | 'ends' | 'ends if from joining' | 'former address'
type Fates = Record<Purpose, Fate>

const ALL_LIVE = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'lives'])) as Fates
const ALL_END = Object.fromEntries(PURPOSES.map((purpose) => [purpose, 'ends'])) as Fates

/** After a change of address, tokens in the former mailbox no longer affect the entry. */
const MOVED: Fates = { ...ALL_END, unsubscribe: 'former address' }

/**
 * The fate of every token at every event. `Tokens.end` follows this table, and nothing else ends a token. The table in
 * docs/threat-model.md is the same, and `fates.test.ts` tests each of its cells.
 */
export const FATES = {
  /** Somebody sent the form with the person's address again. */
  'joined again': ALL_LIVE,
  /** Mail scanners open links too, so opening one proves nothing. */
  'link opened': ALL_LIVE,
  /** Somebody pressed a button on a page that a mailed link had opened, so they read the mailbox. */
  'link pressed': { ...ALL_LIVE, browser: 'ends if from joining' },
  'opted out': ALL_LIVE,
  /** The person asked to change their email. Earlier requests to confirm one went to other mailboxes. */
  'email asked for': { ...ALL_LIVE, address: 'ends' },
  /** The person confirmed the new email with a token from its mailbox. */
  'email changed': { ...MOVED, address: 'lives' },
  /** The owner corrected the email. */
  'email corrected': MOVED,
  'correction undone': MOVED,
  rejected: ALL_LIVE,
  /** The person accepted their invitation. */
  accepted: ALL_LIVE,
  /** Applies even while the erasure waits for work in progress. People keep mails for years, so their link still works. */
  erased: { ...ALL_END, unsubscribe: 'lives' },
  /** The list was restored from a backup that was made after the token. */
  restored: ALL_LIVE,
} satisfies Record<string, Fates>

export type TokenEvent = keyof typeof FATES

/** The purposes whose tokens have one of these fates at this event. */
export function purposesThat(fates: Fate[], event: TokenEvent): Purpose[] {
  return PURPOSES.filter((purpose) => fates.includes(FATES[event][purpose]))
}

/** Whether tokens of this purpose ever end. */
export function canEnd(purpose: Purpose): boolean {
  return Object.values(FATES).some((fates: Fates) => fates[purpose].startsWith('ends'))
}
