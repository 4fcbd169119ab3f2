import type { FoundSignal } from './signals.ts'

/** What is needed to judge a join. */
export type Judged = { id: string; email: string; block: string | null }

/** What the server saw of one join. */
export type Seen = Judged & { position: number; is_doubtful: boolean }

/** What is stored about an entry, and which of its holds the rules may change. */
export type Standing = {
  id: string
  signals: FoundSignal[]
  is_held: boolean
  /** Whether it is the rules that hold it. */
  is_held_by_rules: boolean
  /** The owner has accepted them, so that nothing is held against them. */
  is_accepted: boolean
}
