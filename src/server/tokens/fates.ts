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

/** Nothing else ends a token. The table in docs/threat-model.md is the same. */
export const FATES = {
  /** By anybody who knows the address. */
  'joined again': ALL_LIVE,
  /** Mail scanners open links too. */
  'link opened': ALL_LIVE,
  /** Whoever presses the button of a mailed page reads the mailbox. */
  'link pressed': { ...ALL_LIVE, browser: 'ends if from joining' },
  'opted out': ALL_LIVE,
  /** Earlier requests to confirm one went to other mailboxes. */
  'email asked for': { ...ALL_LIVE, address: 'ends' },
  /** With a token from the new mailbox. */
  'email changed': { ...MOVED, address: 'lives' },
  'email corrected': MOVED,
  'correction undone': MOVED,
  rejected: ALL_LIVE,
  accepted: ALL_LIVE,
  /** Also while the erasure waits for work in progress. People keep mails for years. */
  erased: { ...ALL_END, unsubscribe: 'lives' },
  /** From a backup that was made after the token. */
  restored: ALL_LIVE,
} satisfies Record<string, Fates>

export type TokenEvent = keyof typeof FATES

export function purposesThat(fates: Fate[], event: TokenEvent): Purpose[] {
  return PURPOSES.filter((purpose) => fates.includes(FATES[event][purpose]))
}

export function canEnd(purpose: Purpose): boolean {
  return Object.values(FATES).some((fates: Fates) => fates[purpose].startsWith('ends'))
}
