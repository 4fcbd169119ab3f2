import type { FoundSignal } from './signals.ts'

/** The data that judging a join needs. */
export type Judged = { id: string; email: string; block: string | null }

/** A join with its position, and whether it is doubtful already. */
export type Seen = Judged & { position: number; is_doubtful: boolean }

/** The stored signals of an entry, and the state of its hold by signals. */
export type Standing = {
  id: string
  signals: FoundSignal[]
  is_held: boolean
  /** Whether the rules opened the hold, so that they may close it. */
  is_held_by_rules: boolean
  /** Whether the owner has accepted the entry, so that the rules do not hold it. */
  is_accepted: boolean
}
